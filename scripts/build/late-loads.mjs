// Finds files that a bundle would load after its start: they may be replaced or removed by then.
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';

const builtIn = new Set(builtinModules);
const isBuiltIn = (name) => name.startsWith('node:') || builtIn.has(name);

/**
 * A plugin of the bundler: a module that is imported when it is needed becomes a part of the files that are read at the
 * start, and still runs only when it is needed. Without it, such a module is a file of its own where bundles share parts.
 */
export const atOnce = {
  name: 'read at the start, run when needed',
  setup({ onLoad, resolve }) {
    onLoad({ filter: /[/\\]dist[/\\].*\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      const resolveDir = dirname(path);
      for (const [whole, name] of contents.matchAll(/\bimport\('((?!node:)[^']+)'\)/g)) {
        const { path: found, errors } = await resolve(name, { kind: 'dynamic-import', resolveDir });
        if (errors.length > 0) return { errors };
        contents = contents.replace(whole, `Promise.resolve().then(() => require(${JSON.stringify(found)}))`);
      }
      return { contents, resolveDir };
    });
  },
};

/** Optional dependencies of bundled packages. The bundles do not contain them. */
export const doneWithout = {
  name: 'packages that are done without',
  setup({ onResolve, onLoad }) {
    const filter = /^(bufferutil|utf-8-validate|osx-temperature-sensor|macos-temperature-sensor)$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'done-without' }));
    onLoad({ filter: /.*/, namespace: 'done-without' }, ({ path }) => ({
      contents: `throw Object.assign(new Error('${path} is not bundled'), { code: 'MODULE_NOT_FOUND' });`,
    }));
  },
};

/**
 * @param {string} root the folder that the paths of `metafile` begin at
 * @param {import('esbuild').Metafile} metafile what the bundler says of its output
 * @returns {Promise<string[]>} one line for each load that may come after the start
 */
export async function lateLoads(root, { outputs }) {
  const { transform } = await import('esbuild');
  const found = [];
  for (const [file, { imports }] of Object.entries(outputs)) {
    if (!/\.m?js$/.test(file)) continue;
    for (const { path, kind } of imports) {
      if (kind !== 'import-statement' && !isBuiltIn(path))
        found.push(`${file} loads ${path} after its start (${kind})`);
    }
    // What is not a plain name is unknown to the bundler. Comments are not code.
    const { code } = await transform(await readFile(join(root, file), 'utf8'), {
      minifyWhitespace: true,
      format: 'esm',
    });
    for (const [line] of code.matchAll(/(?<![\w$.#])import\((?!["'`])[^)]{0,60}\)?/g)) {
      found.push(`${file} loads a file after its start: ${line}`);
    }
  }
  return found;
}
