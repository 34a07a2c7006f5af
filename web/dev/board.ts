/** A page to look at boards while working on them: `npm run dev`, then /dev/board.html?table=four&bottom=N&small=1. */

import "../src/app.css";
import { mount } from "svelte";
import BoardDemo from "./BoardDemo.svelte";

mount(BoardDemo, { target: document.getElementById("app") as HTMLElement });
