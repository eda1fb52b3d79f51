// The output of `orch-conformance list`: the cases, and the requirements with the cases that cover them.

import type { IndexedCase } from '../cases/index.ts';
import { type Catalogue, whyNoCase } from '../requirements/catalogue.ts';
import { notWritten } from './report.ts';
import type { Requirement } from '../requirements/contract/requirement.ts';

/** One line per case, or a JSON array. */
export function listCases(cases: readonly IndexedCase[], json: boolean): string {
  const rows = cases.map(({ area, definition: { id, title, requirements, needs = [] } }) => ({
    area,
    id,
    title,
    requirements,
    needs,
  }));
  if (json) return `${JSON.stringify(rows, null, 2)}\n`;
  return `${rows.map((row) => `${`${row.area}/${row.id}`.padEnd(56)} ${row.title} [${row.requirements.join(' ')}]`).join('\n')}\n`;
}

/** One line per requirement, or a JSON array. `areas`: areas of the catalogue; empty: all. */
export function listRequirements(
  catalogue: Catalogue,
  cases: readonly IndexedCase[],
  areas: readonly string[],
  json: boolean,
): string {
  const coverage = new Map<string, string[]>();
  for (const { definition } of cases) {
    for (const id of definition.requirements) coverage.set(id, [...(coverage.get(id) ?? []), definition.id]);
  }
  const casesOf = ({ id, sameAs = [] }: Requirement) => [
    ...new Set([id, ...sameAs].flatMap((each) => coverage.get(each) ?? [])),
  ];
  const chosen = catalogue.requirements.filter(({ area }) => areas.length === 0 || areas.includes(area));
  const rows = chosen.map((each) => {
    const covering = casesOf(each);
    const { noCase: _noCase, ...rest } = each;
    const reason = covering.length === 0 ? whyNoCase(each) : undefined;
    return { ...rest, cases: covering, ...(reason === undefined ? {} : { noCase: reason }) };
  });
  if (json) return `${JSON.stringify(rows, null, 2)}\n`;
  const lines = rows.map((each) => {
    const text = each.statement ?? `(${each.kind}, document ${each.document}: ${each.section})`;
    const evidence = each.cases.length === 0 ? `no case: ${each.noCase ?? notWritten}` : each.cases.join(' ');
    return `${each.id.padEnd(15)} ${each.area.padEnd(20)} ${each.level.padEnd(7)} ${text} [${evidence}]`;
  });
  return `${lines.join('\n')}\n`;
}
