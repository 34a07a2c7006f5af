// Prints the addresses that the search of the built documentation finds, best first: node site_search.mjs SITE WORDS...
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";

const [site, ...queries] = process.argv.slice(2);
const folder = join(site, "assets/javascripts/workers");
const worker = readdirSync(folder).find((name) => /^search\..*\.js$/.test(name));
let hear, answer;
const scope = { console, postMessage: (message) => answer(message), addEventListener: (_, listener) => (hear = listener) };
scope.self = scope;
runInContext(readFileSync(join(folder, worker), "utf8"), createContext(scope));

function ask(type, data) {
  return new Promise((resolve) => {
    answer = (message) => resolve(message.data);
    hear({ data: { type, data } });
  });
}

const [SETUP, QUERY] = [0, 2];
const index = JSON.parse(readFileSync(join(site, "search/search_index.json"), "utf8"));
await ask(SETUP, { ...index, options: { suggest: false } });
const answers = {};
for (const query of queries) answers[query] = (await ask(QUERY, query)).items.map((page) => page[0].location);
console.log(JSON.stringify(answers));
