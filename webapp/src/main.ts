import { mount } from "svelte";
import App from "./shell/App.svelte";
import { start } from "./state/start";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/words.css";
import "./ui/forced-colors.css";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no element with the id app");
void start().then(() => mount(App, { target }));
