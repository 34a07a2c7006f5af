// Runs `compiling.py` in Pyodide: only the Python that will import the modules can compile them.
// node compile.mjs PYODIDE COMPILING STAGE, where STAGE has the folder `kingdoms` and the file `modules.json`.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, compiling, stage] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdir("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: stage }, "/stage");
python.FS.writeFile("/library.zip", readFileSync(`${pyodide}/python_stdlib.zip`));
try {
  await python.runPythonAsync(readFileSync(compiling, "utf8"));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
for (const name of ["standard.tar", "kingdoms.tar", "answers.json"]) writeFileSync(`${stage}/${name}`, python.FS.readFile(`/${name}`));
