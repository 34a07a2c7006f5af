/** A development page that shows boards: `npm run dev`, then open /src/games/middlesea/board/look/?table=four&bottom=N&small=1. */

import "../../../../app.css";
import { mount } from "svelte";
import Look from "./Look.svelte";

mount(Look, { target: document.getElementById("app") as HTMLElement });
