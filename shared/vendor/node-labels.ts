// Which labels an agent may set on its node: those outside the vendor's domains, and of those inside the few that describe the
// host (requirements NODEAUTHZ): agents ask for no others, and admission refuses them. Pure.

import type { Vendor } from './vendor.ts';

export class NodeLabelRules {
  readonly #domains: readonly string[];
  readonly #reserved: string;
  readonly #ownDomains: readonly string[];
  readonly #ownLabels: ReadonlySet<string>;

  constructor(vendor: Vendor) {
    this.#domains = [vendor.fill('{label}'), vendor.fill('{api}')];
    this.#reserved = vendor.fill('node-restriction.{label}');
    this.#ownDomains = [vendor.fill('kubelet.{label}'), vendor.fill('node.{label}')];
    this.#ownLabels = new Set(
      [
        '{label}/hostname',
        '{label}/arch',
        '{label}/os',
        'beta.{label}/arch',
        'beta.{label}/os',
        'beta.{label}/instance-type',
        'node.{label}/instance-type',
        'failure-domain.beta.{label}/zone',
        'failure-domain.beta.{label}/region',
        'topology.{label}/zone',
        'topology.{label}/region',
      ].map((label) => vendor.fill(label)),
    );
  }

  /** The labels, sorted, that differ between the two and that an agent may not touch. */
  forbiddenChanges(
    now: Readonly<Record<string, string>> | undefined,
    before: Readonly<Record<string, string>> | undefined,
  ): readonly string[] {
    const after = new Map(Object.entries(now ?? {}));
    const prior = new Map(Object.entries(before ?? {}));
    const changed = [...new Set([...after.keys(), ...prior.keys()])].filter((key) => after.get(key) !== prior.get(key));
    return changed.filter((key) => !this.allows(key)).sort();
  }

  /** Whether an agent may set the label, on its own node. */
  allows(label: string): boolean {
    const slash = label.indexOf('/');
    if (slash < 0) return true;
    const domain = label.slice(0, slash);
    if (isWithin(domain, this.#reserved)) return false;
    if (!this.#domains.some((own) => isWithin(domain, own))) return true;
    return this.#ownLabels.has(label) || this.#ownDomains.some((own) => isWithin(domain, own));
  }
}

function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}
