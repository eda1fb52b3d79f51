// The check of the changelog's form accepts the form and reports each fault with its line.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

function check(t: Test, lines: readonly string[]) {
  const folder = t.testdir({ 'CHANGELOG.md': ['# Changelog', '', 'What this is.', '', ...lines, ''].join('\n') });
  const script = join(projectRoot(), 'scripts', 'verify', 'changelog.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, join(folder, 'CHANGELOG.md')], { encoding: 'utf8' });
  return { status, faults: stderr.replaceAll(`${folder}/`, '') };
}

t.test('a changelog with each heading once and one line for each change is accepted', async (t) => {
  const lines = [
    '## Unreleased',
    '',
    '### Added',
    '- One.',
    '- Two.',
    '',
    '### Fixed',
    '- Three.',
    '',
    '## 0.1.0',
    '### Added',
  ];
  t.strictSame(check(t, [...lines, '- One.', `- ${'x'.repeat(118)}`]), { status: 0, faults: '' });
});

const wrong: readonly (readonly [title: string, lines: readonly string[], fault: RegExp])[] = [
  ['a repeated heading', ['### Added', '- One.', '### Added', '- Two.'], /^CHANGELOG.md:8: "### Added" is repeated/],
  [
    'a heading out of order',
    ['### Fixed', '- One.', '### Added', '- Two.'],
    /^CHANGELOG.md:8: "### Added" .* out of order/,
  ],
  ['an unknown heading', ['### Speed', '- One.'], /^CHANGELOG.md:6: "### Speed" is not a heading/],
  ['a line that is too long', ['### Added', `- ${'x'.repeat(119)}`], /^CHANGELOG.md:7: the line has 121 characters/],
  ['a change of two lines', ['### Added', '- One', '  and more.'], /^CHANGELOG.md:8: a change is one line/],
  [
    'a repeated line',
    ['### Added', '- One.', '### Fixed', '- One.'],
    /^CHANGELOG.md:9: the line is in this version twice/,
  ],
  ['a line without a heading', ['- One.'], /^CHANGELOG.md:6: the line has no heading above it/],
];
for (const [title, lines, fault] of wrong) {
  t.test(`${title} is reported with its line`, async (t) => {
    const { status, faults } = check(t, ['## Unreleased', ...lines]);
    t.equal(status, 1);
    t.match(faults, fault);
  });
}
