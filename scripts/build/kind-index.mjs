// Writes the list of built-in kinds from the files of the group folders: a record is a file `<group>/<kind>.ts`, its rules
// lie in sub-folders, and nothing registers itself. `npm run build` runs it; `--check` ends with 1 when the list is out of step.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../apiserver/registry/kinds', import.meta.url));
/** Folders of what several groups share. */
const shared = new Set(['fields', 'printers', 'row', 'rule']);

/** The text of `index.ts`. */
function kindIndex() {
  const records = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !shared.has(entry.name))
    .flatMap(({ name: group }) =>
      readdirSync(join(folder, group))
        .filter((file) => /^[a-z-]+\.ts$/.test(file))
        .map((file) => ({ path: `./${group}/${file}`, name: camelCase(`${group}-${file.slice(0, -3)}`) })),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return [
    '// Every built-in kind, by group and name. Written by `npm run build` from the files of the group folders; do not edit.',
    '',
    "import type { KindRecord } from '../contract/kind.ts';",
    ...records.map(({ path, name }) => `import ${name} from '${path}';`),
    '',
    'export const kinds: readonly KindRecord[] = [',
    ...records.map(({ name }) => `  ${name},`),
    '];',
    '',
  ].join('\n');
}

function committed() {
  try {
    return readFileSync(join(folder, 'index.ts'), 'utf8');
  } catch {
    return '';
  }
}

function camelCase(text) {
  return text.replace(/-(.)/g, (_match, letter) => letter.toUpperCase());
}

const text = kindIndex();
if (committed() !== text) {
  if (argv.includes('--check')) {
    process.stderr.write(
      'apiserver/registry/kinds/index.ts is out of step with the files of kinds: run npm run build\n',
    );
    process.exitCode = 1;
  } else writeFileSync(join(folder, 'index.ts'), text);
}
