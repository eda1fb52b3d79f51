// The changelog has one form: in each version the headings below once and in this order, one line of at most 120 characters for
// each change, no line twice. An argument is another file to check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

const headings = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const longest = 120;

const name = process.argv[2] ?? 'CHANGELOG.md';
const faults = [];
/** Headings of the version that is being read, and its lines. */
let place = -1;
let known = new Set();
let inVersion = false;

readFileSync(process.argv[2] ?? join(root, name), 'utf8')
  .split('\n')
  .forEach((line, index) => {
    const fault = (text) => faults.push(`${name}:${index + 1}: ${text}`);
    if (line.startsWith('## ')) {
      [place, known, inVersion] = [-1, new Set(), true];
    } else if (line.startsWith('### ')) {
      const next = headings.indexOf(line.slice(4));
      if (next < 0) fault(`"${line}" is not a heading; use ${headings.join(', ')}`);
      else if (next <= place) fault(`"${line}" is repeated or out of order; the order is ${headings.join(', ')}`);
      place = Math.max(place, next);
    } else if (inVersion && line !== '') {
      if (!line.startsWith('- ')) fault('a change is one line that begins with "- "');
      else if (place < 0) fault('the line has no heading above it');
      if (line.length > longest) fault(`the line has ${line.length} characters; ${longest} are allowed`);
      if (known.has(line)) fault('the line is in this version twice');
      known.add(line);
    }
  });

for (const text of faults) process.stderr.write(`${text}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
