/** A page to look at boards while working on them: `npm run dev`, then /src/games/middlesea/board/look/?table=four&bottom=N&small=1. */

import "../../../../app.css";
import { mount } from "svelte";
import Look from "./Look.svelte";

mount(Look, { target: document.getElementById("app") as HTMLElement });
