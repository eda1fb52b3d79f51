// The requirement catalogue: all areas, merged and checked. Contradictory data is a mistake in the suite, so checking
// throws.

import type { AreaRows, Requirement } from './contract/requirement.ts';
import { areas } from './areas.ts';

/** All requirements in the order of the areas. */
export interface Catalogue {
  readonly requirements: readonly Requirement[];
  /** Area names in their order. */
  readonly areas: readonly string[];
  /** Returns the requirement of an id, undefined for an unknown id. */
  find(id: string): Requirement | undefined;
}

/** Returns the catalogue of the suite. Throws TypeError for contradictory data. */
export function loadCatalogue(rows: readonly AreaRows[] = areas): Catalogue {
  const byId = new Map<string, Requirement>();
  for (const area of rows) {
    const requirements = placed(area);
    if (requirements.length !== area.count) {
      throw new TypeError(`area ${area.area} has ${requirements.length} requirements instead of ${area.count}`);
    }
    for (const requirement of requirements) {
      if (!new RegExp(`^${area.prefix}-\\d{3}U?$`).test(requirement.id))
        throw new TypeError(`${requirement.id} does not belong to ${area.area}`);
      if (byId.has(requirement.id)) throw new TypeError(`${requirement.id} is there twice`);
      byId.set(requirement.id, requirement);
    }
  }
  for (const { id, sameAs = [] } of byId.values()) {
    for (const other of sameAs)
      if (!byId.has(other)) throw new TypeError(`${id} refers to ${other}, which does not exist`);
  }
  return { requirements: [...byId.values()], areas: rows.map(({ area }) => area), find: (id) => byId.get(id) };
}

function placed({ area, noCase, sections }: AreaRows): Requirement[] {
  const rest = noCase === undefined ? {} : { noCase };
  return sections.flatMap(({ document, section, requirements }) =>
    requirements.map((row) => ({ ...rest, ...row, area, document, section })),
  );
}

/**
 * Returns why a requirement has no case: first by its subject and observation class, then by the data. Undefined: a
 * case is possible and missing.
 */
export function whyNoCase({ subject, observe, noCase }: Requirement): string | undefined {
  if (observe === 'paper') return 'nothing to run';
  if (subject === 'client') return 'client side';
  if (subject === 'suite') return 'a rule for the suite';
  return observe === 'white-box' ? 'not visible from outside' : noCase;
}
