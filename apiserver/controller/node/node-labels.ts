// Labels of a node that follow others: the old names of operating system and architecture, which older workloads still select
// by (requirements NLIFE). Pure.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Node } from './node-form.ts';

/** The labels that are missing or wrong; undefined when none is. */
export function followingLabels(vendor: Vendor): (node: Node) => Readonly<Record<string, string>> | undefined {
  const pairs = ['os', 'arch'].map((name) => [vendor.fill(`{label}/${name}`), vendor.fill(`beta.{label}/${name}`)]);
  return ({ metadata: { labels = {} } }) => {
    const wrong = pairs.flatMap(([leader = '', follower = '']) => {
      const value = labels[leader];
      return value === undefined || labels[follower] === value ? [] : [[follower, value] as const];
    });
    return wrong.length === 0 ? undefined : Object.fromEntries(wrong);
  };
}
