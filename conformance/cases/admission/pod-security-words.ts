import type { Case, CaseContext } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { templateFindings } from '../../fixtures/pod-security/data/template-findings.ts';
import { expectPodSecurity, setLevels } from '../../fixtures/pod-security/levels.ts';
import { type TemplateChange, variedTemplate } from '../../fixtures/pod-security/varied-template.ts';
import { warningsOf } from '../../wire/expect/headers.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** Those in which a rule changed, one before the first of these, and the newest. */
const versions = [
  'v1.0',
  'v1.8',
  'v1.19',
  'v1.22',
  'v1.23',
  'v1.25',
  'v1.27',
  'v1.29',
  'v1.31',
  'v1.32',
  'v1.34',
  'latest',
];

/** Of level baseline those that show its words, most of which level restricted repeats. */
const baselineVersions = ['v1.0', 'v1.19', 'latest'];

interface Row {
  readonly what: string;
  readonly change: TemplateChange;
  /** Words of each level, by the version that they begin with. */
  readonly restricted: Readonly<Record<string, string>>;
  readonly baseline: Readonly<Record<string, string>>;
}

export default {
  id: 'pod-security-words',
  title:
    'Pod security MAY warn of what a template breaks: by each rule of each version of the standard, with all containers and values named.',
  requirements: ['ADM-012'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    await expectPodSecurity(c);
    const rows = rowsOf(c.vendor.fill(templateFindings));
    for (const level of ['restricted', 'baseline'] as const) {
      for (const version of level === 'restricted' ? versions : baselineVersions) {
        await warnAt(c, level, version);
        for (const { what, change, [level]: findings } of rows) {
          const found = await findingsOf(c, change, `${level}:${version}`);
          const last = versions.slice(0, versions.indexOf(version) + 1).findLast((each) => each in findings);
          expectEqual(`warnings of ${level}:${version} about ${what}`, found, findings[last ?? ''] ?? '');
        }
      }
    }
  },
} satisfies Case;

function rowsOf(text: string): readonly Row[] {
  const rows = text
    .trim()
    .split('\n')
    .map((row) => row.split(' | '));
  return rows.map(([what = '', change = '', restricted = '', baseline = '']) => ({
    what,
    change: JSON.parse(change) as TemplateChange,
    restricted: wordsOf(restricted),
    baseline: wordsOf(baseline),
  }));
}

function wordsOf(words: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.split(' & ').map((part) => part.split(' => '))) as Record<string, string>;
}

async function warnAt(c: CaseContext, level: string, version: string): Promise<void> {
  await setLevels(c, { enforce: 'privileged', warn: level, 'warn-version': version });
  await c.eventually(async () => {
    const found = await findingsOf(c, { spec: { hostPID: true } }, `${level}:${version}`);
    expectEqual(`a warning of ${level}:${version}`, found.startsWith('host namespaces'), true);
  });
}

/** The words of the warning; empty without one. */
async function findingsOf(c: CaseContext, change: TemplateChange, level: string): Promise<string> {
  const { collection } = c.resource('v1', 'podtemplates');
  const made = { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'x' }, template: variedTemplate(change) };
  const response = await c.wire.post(`${collection}?dryRun=All`, made);
  if (response.status >= 300) return `${response.status} ${expectText(response, 'message')}`;
  const lead = `would violate PodSecurity "${level}": `;
  const texts = warningsOf(response)
    .map(({ text }) => text)
    .filter((text) => text.includes('PodSecurity'));
  return texts.map((text) => (text.startsWith(lead) ? text.slice(lead.length) : text)).join(' ; ');
}
