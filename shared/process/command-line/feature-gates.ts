// Feature gates: which features exist, how mature each is, and which are on (life cycle: alpha off, beta on, stable on
// for good, deprecated off). `--feature-gates` text is judged here; what a feature does is documented elsewhere.

export type Maturity = 'alpha' | 'beta' | 'stable' | 'deprecated';

/** One gate, as data. Names are UpperCamelCase. */
export interface FeatureGate {
  readonly name: string;
  readonly maturity: Maturity;
  /** Default: off for alpha and deprecated, on for beta and stable. Single gates are documented otherwise; never for stable. */
  readonly default?: boolean;
  /** Release in which it got this maturity, `1.34`. */
  readonly since?: string;
  /** What it switches, one phrase without a full stop. */
  readonly meaning: string;
}

/** An invalid `--feature-gates` value. The message names the gate. */
export class FeatureGateError extends Error {
  override readonly name = 'FeatureGateError';
}

/** Gates that set all gates of one maturity; a gate that is named itself overrides them. */
const collective: ReadonlyMap<string, Maturity> = new Map([
  ['AllAlpha', 'alpha'],
  ['AllBeta', 'beta'],
]);

/** The state of every gate of one program. Immutable. */
export class FeatureGates {
  readonly #gates: ReadonlyMap<string, FeatureGate>;
  readonly #settings: ReadonlyMap<string, boolean>;
  /** Warnings to the operator, one line each: stable and deprecated gates that were set (VERS-020). */
  readonly warnings: readonly string[];

  /**
   * `settings`: name to state as given by the operator. `absent`: gates of what this program does not have, which may be
   * switched off. Throws FeatureGateError for an unknown or fixed gate.
   */
  constructor(
    gates: readonly FeatureGate[],
    settings: ReadonlyMap<string, boolean> = new Map(),
    absent: ReadonlySet<string> = new Set(),
  ) {
    this.#gates = new Map(gates.map((gate) => [gate.name, gate]));
    this.#settings = settings;
    this.warnings = [...settings].flatMap(([name, on]) => judge(this.#gates.get(name), { name, on, absent }));
  }

  /** Whether the feature is on. Throws TypeError for a gate that was never declared: a defect of the program. */
  enabled(name: string): boolean {
    const gate = this.#gates.get(name);
    if (gate === undefined) throw new TypeError(`feature gate ${name} is not declared`);
    if (gate.maturity === 'stable') return true;
    const own = this.#settings.get(name);
    if (own !== undefined) return own;
    for (const [group, maturity] of collective) {
      if (maturity === gate.maturity && this.#settings.has(group)) return this.#settings.get(group) === true;
    }
    return gate.default ?? gate.maturity === 'beta';
  }

  /** Every gate with its state, by name. */
  list(): readonly (FeatureGate & { readonly enabled: boolean })[] {
    return [...this.#gates.values()]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((gate) => ({ ...gate, enabled: this.enabled(gate.name) }));
  }

  /** One line per gate for command-line help; says which have no effect any more (VERS-021). */
  describe(): readonly string[] {
    return this.list().map((gate) => {
      const state = gate.maturity === 'stable' ? 'always on, no effect' : `default ${gate.enabled}`;
      const since = gate.since === undefined ? '' : ` since ${gate.since}`;
      return `${gate.name} (${gate.maturity}${since}, ${state}): ${gate.meaning}`;
    });
  }
}

/** The `--help` text about the gates of a program, including AllAlpha and AllBeta. */
export function describeGates(gates: readonly FeatureGate[]): string {
  const lines = new FeatureGates(gates).describe();
  const many = ['AllAlpha, AllBeta: every gate of that maturity that is not named itself'];
  return ['Feature gates:', ...[...lines, ...many].map((line) => `  ${line}`)].join('\n');
}

/** Reads `A=true,B=false`. Throws FeatureGateError for anything else; the last of equal names counts. */
export function parseFeatureGates(text: string): Map<string, boolean> {
  const settings = new Map<string, boolean>();
  for (const part of text.split(',')) {
    const item = part.trim();
    if (item === '') continue;
    const at = item.indexOf('=');
    if (at < 1)
      throw new FeatureGateError(`feature gate ${JSON.stringify(item)}: expected <name>=true or <name>=false`);
    const value = item
      .slice(at + 1)
      .trim()
      .toLowerCase();
    if (value !== 'true' && value !== 'false') {
      throw new FeatureGateError(
        `feature gate ${item.slice(0, at)}: ${JSON.stringify(value)} is neither true nor false`,
      );
    }
    settings.set(item.slice(0, at).trim(), value === 'true');
  }
  return settings;
}

interface Setting {
  readonly name: string;
  readonly on: boolean;
  readonly absent: ReadonlySet<string>;
}

function judge(gate: FeatureGate | undefined, { name, on, absent }: Setting): string[] {
  if (gate === undefined) {
    if (collective.has(name)) return [];
    if (absent.has(name)) {
      if (!on) return [];
      throw new FeatureGateError(`feature gate ${name} switches what is not here: it can only be switched off`);
    }
    throw new FeatureGateError(`unknown feature gate ${name}`);
  }
  if (gate.maturity === 'stable') {
    if (!on) throw new FeatureGateError(`feature gate ${name} is stable and can no longer be switched off`);
    return [`feature gate ${name} is stable, setting it has no effect, and it will be removed in a later release`];
  }
  if (gate.maturity === 'deprecated')
    return [`feature gate ${name} is deprecated and will be removed in a later release`];
  return [];
}
