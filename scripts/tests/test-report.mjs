// What is told of test files that ended: a line for them, what failed in them, what was skipped and why. The rest is
// noise in a terminal; TAP_FULL=1 prints all.

/**
 * Counts of single assertions, from the closing line that tap writes, and whether the file passed. A file that ended badly,
 * or said nothing of its end, counts as one failure more: it may not have come to what it wanted to check.
 * @param {Awaited<ReturnType<typeof import('./test-process.mjs').runTests>>} ended
 */
export function judge({ out, code }) {
  const total = /^# \{ total: \d+(.*)\}$/m.exec(out)?.[1];
  const count = (name) => Number(new RegExp(`${name}: (\\d+)`).exec(total ?? '')?.[1] ?? 0);
  const counts = { passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') };
  const skipsAll = /^1\.\.0 +# skip/im.test(out);
  if (skipsAll) counts.skipped += 1;
  const saidNothing = !skipsAll && counts.passed + counts.failed + counts.skipped === 0;
  if (counts.failed === 0 && (code !== 0 || saidNothing)) counts.failed = 1;
  return counts;
}

/** The text for the terminal; `number` is the process's in the whole run. */
export function reportOf(number, ended, { failed }, full) {
  const lines = interesting(ended.out, full);
  if (failed > 0) {
    if (ended.expired) lines.push(`# it did not end in its time`);
    lines.push(`# it ended with ${ended.ending}`, ...ended.error.trimEnd().split('\n').filter(Boolean));
  } else if (full) lines.push(...ended.error.trimEnd().split('\n').filter(Boolean));
  const time = `# time=${Math.round(ended.milliseconds)}ms`;
  const inner = lines.map((line) => `    ${line}\n`).join('');
  const what = ended.files.length === 1 ? ended.name : `${ended.name} (${ended.files.length} files)`;
  const head = inner === '' ? '' : `# Subtest: ${what}\n${inner}`;
  return `${head}${failed > 0 ? 'not ok' : 'ok'} ${number} - ${what} ${time}\n`;
}

/** Lines of what failed, with the details behind them, and of what was skipped; before them, of several, their file. */
function interesting(out, full) {
  const lines = [];
  let failing = false;
  let file;
  for (const line of out.split('\n')) {
    if (/^# dist\/.*\.test\.js$/.test(line)) {
      file = line;
      continue;
    }
    if (/^\s*not ok /.test(line)) failing = true;
    else if (/^\s*ok /.test(line)) failing = false;
    if ((full && line !== '') || failing || / # SKIP/i.test(line) || line.startsWith('Bail out!')) {
      if (file !== undefined) lines.push(file);
      file = undefined;
      lines.push(line);
    }
    if (/^\s*\.\.\.$/.test(line)) failing = false;
  }
  return lines;
}
