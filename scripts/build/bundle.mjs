// Bundles the programs, the library and the types of the library. A bundle starts in a fraction of the time that its modules
// take. It reads all its files at the start and loads none later, because files may be replaced while it runs.
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDeclarations } from './declarations.mjs';
import { atOnce, doneWithout, lateLoads } from './late-loads.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The programs: name of the bundle and its entry point. */
const programs = {
  'orch-apiserver': 'dist/apiserver/main.js',
  'orch-agent': 'dist/agent/main.js',
  'orch-conformance': 'dist/conformance/main.js',
  orchkit: 'dist/envtest/main.js',
};

/** The entry points ("doors") of the library, by the name of the bundle. */
const doors = { client: 'dist/shared/client/index.js', apiserver: 'dist/apiserver/index.js' };

/** What all bundles have in common. Native code stays a package; bundled CommonJS packages need `require`. */
const settings = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: false,
  legalComments: 'eof',
  logLevel: 'silent',
  metafile: true,
  external: ['lmdb'],
  define: { ORCHKIT_VERSION: JSON.stringify(manifest.version) },
};

const makeRequire = "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);";

/** Rejects when a bundle cannot be made, or would load a file later. */
export async function bundle() {
  const { build: esbuild } = await import('esbuild');
  const bundles = await bundlePrograms(Object.keys(programs), root);
  // The code is not minified, so that stack traces of the library are readable. Both entry points share their chunks, so that
  // an error from one is an instance of the class that the other exports.
  const library = await esbuild({
    ...settings,
    absWorkingDir: root,
    entryPoints: doors,
    outdir: join(root, 'dist', 'lib'),
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    banner: { js: makeRequire },
    plugins: [atOnce, doneWithout],
  });
  bundles.push(library);
  const late = await Promise.all(bundles.map(({ metafile }) => lateLoads(root, metafile)));
  if (late.flat().length > 0) throw new Error(late.flat().join('\n'));
  writeDeclarations(doors, root);
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(root, 'dist', 'third-party-licenses.txt'), licensesOf(inputs));
}

/**
 * Bundles these programs of the tree whose `dist/` lies in `folder` into its `dist/bin/`.
 * @returns {Promise<import('esbuild').BuildResult[]>}
 */
export async function bundlePrograms(names, folder) {
  const { build: esbuild } = await import('esbuild');
  const bundles = [];
  mkdirSync(join(folder, 'dist', 'bin'), { recursive: true });
  for (const name of names) {
    const entry = join(folder, programs[name]);
    if (!existsSync(entry)) continue;
    const made = await esbuild({
      ...settings,
      absWorkingDir: folder,
      entryPoints: [entry],
      outfile: join(folder, 'dist', 'bin', name, `${name}.mjs`),
      // Identifiers are not minified, so that stack traces are readable. `keepNames` would set the name of every new closure.
      minifyWhitespace: true,
      minifySyntax: true,
      banner: { js: makeRequire },
      plugins: [doneWithout],
    });
    bundles.push(made);
    writeStarter(name, folder);
  }
  writeFileSync(join(folder, 'dist', 'bin', 'package.json'), '{ "type": "commonjs" }\n');
  return bundles;
}

function writeStarter(name, folder) {
  const oldest = /\d+\.\d+/.exec(manifest.engines.node)[0];
  const text = readFileSync(join(root, 'scripts', 'build', 'starter.cjs'), 'utf8');
  const path = join(folder, 'dist', 'bin', `${name}.js`);
  writeFileSync(path, text.replaceAll('@name@', name).replaceAll('@oldest@', oldest));
  chmodSync(path, 0o755);
}

/** The licences of the bundled packages, which must be distributed with their code. */
function licensesOf(inputs) {
  const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
  const texts = [...folders]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : `\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}`;
      return `${name} ${version}, ${license}${text}\n`;
    });
  return `The bundles in this folder hold code of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
