/** Writes the declarations of all texts into `.declared`, and reports what is wrong with texts: `npm run declare`. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { runnerImport } from "vite";

const { module: declarations } = await runnerImport("/src/texts/declarations.ts", { root: import.meta.dirname });

const OUTPUT = ".declared";
const GAMES = "../src/kingdoms/games";

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});
const partsIn = (folder) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => [name.slice(0, -".json".length), read(`${folder}/${name}`)]),
  );

function write(file, text) {
  mkdirSync(dirname(`${OUTPUT}/${file}`), { recursive: true });
  writeFileSync(`${OUTPUT}/${file}`, text);
}

/** Return the faults in a folder of texts, which has a folder for each language. */
function faultsIn(folder) {
  const english = partsIn(`${folder}/en`);
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const faults = languages.flatMap(({ name: language }) =>
    Object.entries(partsIn(`${folder}/${language}`)).flatMap(([part, texts]) =>
      declarations.textFaults(`${folder}/${language}/${part}.json`, texts, english[part]),
    ),
  );
  const notes = `${folder}/notes.json`;
  return [...faults, ...declarations.noteFaults(notes, read(notes), english)];
}

process.chdir(import.meta.dirname);
rmSync(OUTPUT, { recursive: true, force: true });
const games = readdirSync("src/games");
const folders = ["texts", ...games.map((game) => `games/${game}/texts`)].filter((folder) =>
  existsSync(`src/${folder}`),
);
for (const folder of folders)
  write(`${folder}/texts.gen.ts`, declarations.textDeclarations(partsIn(`src/${folder}/en`)));
for (const game of games) {
  const texts = `${GAMES}/${game}/texts`;
  const names = declarations.nameDeclarations(read(`${texts}/en/name.json`), read(`${texts}/holes.json`));
  write(`games/${game}/said.gen.ts`, `import type { Said } from "../../api/types";\n\n${names}`);
}

const faults = folders.flatMap((folder) => faultsIn(`src/${folder}`));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
