// The plan of a run: which cases would run, which would not and how they could, and which requirements of the selected
// profiles have no case yet.

import type { Need } from '../contract/case.ts';
import { type Catalogue, whyNoCase } from '../requirements/catalogue.ts';
import { type Lack, lackOf, lackOfServer, type Offer } from '../runner/lack.ts';
import { type OwnProfile, type ProfileName, profileOf, profileRows } from '../runner/profile.ts';
import type { PlacedCase } from '../runner/select.ts';
import { remedyOf } from '../report/needs.ts';
import { visibleLine } from '../report/visible.ts';

/** One case of a plan. */
export interface PlannedCase {
  readonly area: string;
  readonly id: string;
  readonly profile: OwnProfile;
  readonly needs: readonly Need[];
  /** Whether it runs on a server that the suite starts; its other needs are checked there. */
  readonly ownServer: boolean;
  /** The unmet need; absent: the case would run. */
  readonly skipped?: Lack & { readonly flag?: string };
}

/** The whole plan. */
export interface Plan {
  readonly kind: 'ConformancePlan';
  readonly version: 'v1';
  readonly target: { readonly server: string; readonly vendor: string; readonly version: string };
  /** Needs that the target meets. */
  readonly features: readonly Need[];
  readonly cases: readonly PlannedCase[];
  /** Requirements of the selected profiles without a case, counted by reason. */
  readonly withoutCase: readonly { readonly profile: OwnProfile; readonly reason: string; readonly count: number }[];
}

/** Returns the plan for these cases. `profiles`: the values of the flag. */
export function planOf(
  chosen: readonly PlacedCase[],
  profiles: readonly ProfileName[],
  offer: Offer,
  catalogue: Catalogue,
  about: Pick<Plan, 'target' | 'features'>,
): Plan {
  const planned = chosen.map(({ area, definition }) => {
    const { id, needs = [], launch } = definition;
    const lack = launch === undefined ? lackOf(definition, offer) : lackOfServer(definition, offer);
    const flag = lack && remedyOf(lack.need).flag;
    return {
      area,
      id,
      profile: profileOf(area, definition),
      needs,
      ownServer: launch !== undefined,
      ...(lack === undefined ? {} : { skipped: { ...lack, ...(flag === undefined ? {} : { flag }) } }),
    };
  });
  return {
    kind: 'ConformancePlan',
    version: 'v1',
    ...about,
    cases: planned,
    withoutCase: withoutCase(profiles, chosen, catalogue),
  };
}

function withoutCase(profiles: readonly ProfileName[], chosen: readonly PlacedCase[], { requirements }: Catalogue) {
  const covered = new Set(chosen.flatMap(({ definition }) => definition.requirements));
  return profileRows(profiles).flatMap(({ name, later }) =>
    later
      .map((reason) => ({
        profile: name,
        reason,
        count: requirements.filter((each) => !covered.has(each.id) && whyNoCase(each) === reason).length,
      }))
      .filter(({ count }) => count > 0),
  );
}

/** The plan as text. */
export function planText({ target, features, cases, withoutCase }: Plan): string {
  const runs = cases.filter(({ skipped }) => skipped === undefined);
  const lines = [
    `target    ${visibleLine(`${target.server}, vendor ${target.vendor}, version ${target.version}`)}`,
    `features  ${features.join(' ') || 'none'}`,
    '',
    `would run ${runs.length}`,
    ...runs.map(caseLine),
  ];
  for (const [need, group] of skippedByNeed(cases)) {
    const { flag, words } = remedyOf(need);
    const how = flag === undefined ? `needs ${words}` : `${flag}: ${words}`;
    lines.push('', `would skip ${group.length} for ${need} (${how})`, ...group.map(caseLine));
  }
  if (withoutCase.length > 0) lines.push('', 'no case yet');
  lines.push(...withoutCase.map(({ profile, reason, count }) => `  ${profile}: ${reason} (${count} requirements)`));
  return `${lines.join('\n')}\n`;
}

function caseLine({ area, id, needs, ownServer }: PlannedCase): string {
  const all = [...needs, ...(ownServer ? ['a server of its own'] : [])];
  return `  ${area}/${id}${all.length === 0 ? '' : ` [${all.join(', ')}]`}`;
}

function skippedByNeed(cases: readonly PlannedCase[]): ReadonlyMap<Need, readonly PlannedCase[]> {
  const groups = new Map<Need, PlannedCase[]>();
  for (const planned of cases) {
    if (planned.skipped === undefined) continue;
    const { need } = planned.skipped;
    groups.set(need, [...(groups.get(need) ?? []), planned]);
  }
  return groups;
}
