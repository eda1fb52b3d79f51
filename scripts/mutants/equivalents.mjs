// Equivalent mutants, which change no observable behaviour, each with the reason. equivalents.json is edited by hand. An entry
// names the file, the replaced text and its replacement, so that it survives a move of its lines. Where a file has several such
// mutants, `nth` says which one, counted from 1.
import { readFileSync } from 'node:fs';

/**
 * @param {readonly import('./instrument.mjs').Mutant[]} mutants all there are
 * @param {readonly { file: string, original: string, replacement: string, nth?: number, reason: string }[]} [entries] those of the file
 * @returns {{ reasons: Map<string, string>, stale: string[] }} `reasons` by id; `stale`: entries that match no mutant, or more than one
 */
export function readEquivalents(mutants, entries = listed()) {
  const byText = new Map();
  for (const mutant of mutants) {
    const key = keyOf(mutant);
    byText.set(key, [...(byText.get(key) ?? []), mutant.id]);
  }
  const reasons = new Map();
  const stale = [];
  for (const entry of entries) {
    const ids = byText.get(keyOf(entry)) ?? [];
    const id = entry.nth === undefined && ids.length > 1 ? undefined : ids[(entry.nth ?? 1) - 1];
    if (id === undefined) stale.push(`${entry.file}: ${entry.original} -> ${entry.replacement} (${ids.length} there)`);
    else reasons.set(id, entry.reason);
  }
  return { reasons, stale };
}

function listed() {
  return JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'));
}

/** Blanks are the compiler's. */
function keyOf({ file, original, replacement }) {
  return [file, original, replacement].map((text) => text.replaceAll(/\s+/g, ' ')).join('\0');
}
