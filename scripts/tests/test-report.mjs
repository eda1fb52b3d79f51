// The report of test files that ended: one line for them, their failures, and what was skipped and why. TAP_FULL=1 prints
// their whole output.

/** The test in which the process of several files loads them. It checks nothing that a file says of itself. */
export const loadingTitle = 'the files load';

/**
 * Counts of tests and whether the file passed. A test is a titled one without tests inside; an assertion outside of every
 * test that fails, fails the test around it, or the file. A file that ended badly, or said nothing of its end, counts as one
 * failure more: it may not have come to what it wanted to check.
 * @param {Awaited<ReturnType<typeof import('./test-process.mjs').runTests>>} ended
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function judge({ out, code }) {
  const counts = countTests(out);
  if (/^1\.\.0 +# skip/im.test(out)) counts.skipped += 1;
  const assertions = /^# \{ total: \d+.*\}$/m.test(out);
  // A file may check without a title.
  if (counts.passed + counts.failed + counts.skipped === 0 && assertions && code === 0) counts.passed = 1;
  if (counts.failed === 0 && (code !== 0 || counts.passed + counts.skipped === 0)) counts.failed = 1;
  return counts;
}

/** Tests of a TAP text by verdict. Each level of tests is indented by four blanks more; details of a failure never fit. */
function countTests(out) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** The tests around a line, the outermost first. */
  const open = [{ inner: false, failedInside: 0 }];
  for (const line of out.split('\n')) {
    const [, indent, rest] = /^((?: {4})*)(\S.*)$/.exec(line) ?? [];
    if (rest === undefined) continue;
    const level = indent.length / 4;
    if (rest.startsWith('# Subtest: ')) {
      open.length = Math.min(open.length, level + 1);
      open.at(-1).inner = true;
      open.push({ inner: false, failedInside: 0 });
      continue;
    }
    const verdict = /^(not )?ok \d+(?: - (.*))?$/.exec(rest);
    if (verdict === null) continue;
    const [, not, title = ''] = verdict;
    const name = verdictOf(not, title);
    // A test that is skipped is not opened.
    if (level === open.length - 1 && name === 'skipped') counts.skipped += 1;
    if (level === open.length - 2) {
      const ended = open.pop();
      if (name === 'failed') open.at(-1).failedInside += 1;
      if (title.startsWith(`${loadingTitle} #`) && name === 'passed') continue;
      // What holds other tests counts by them, unless it failed on its own.
      if (!ended.inner || (name === 'failed' && ended.failedInside === 0)) counts[name] += 1;
    }
  }
  return counts;
}

function verdictOf(not, title) {
  if (/ # (?:SKIP|TODO)\b/i.test(title)) return 'skipped';
  return not === undefined ? 'passed' : 'failed';
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
