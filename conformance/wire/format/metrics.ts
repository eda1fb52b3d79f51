// Parses the metrics page: samples and help lines of the Prometheus text format, as far as cases need them.

/** One sample. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** When it was measured, in milliseconds since the epoch; absent where the page does not say. */
  readonly at?: number;
}

/** The samples of one metric in order; empty if the page does not have it. */
export function samplesOf(page: string, name: string): Sample[] {
  const samples: Sample[] = [];
  for (const line of page.split('\n')) {
    if (!line.startsWith(name)) continue;
    const match = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: (\d+))?/.exec(line);
    if (match?.[1] !== name) continue;
    samples.push({
      labels: labelsOf(match[2] ?? ''),
      value: Number(match[3]?.replace(/Inf$/, 'Infinity')),
      ...(match[4] === undefined ? {} : { at: Number(match[4]) }),
    });
  }
  return samples;
}

/** The text of a family's HELP line; undefined without one. */
export function helpOf(page: string, name: string): string | undefined {
  const start = `# HELP ${name} `;
  return page
    .split('\n')
    .find((line) => line.startsWith(start))
    ?.slice(start.length);
}

function labelsOf(text: string): Readonly<Record<string, string>> {
  const labels = [...text.matchAll(/([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [
      name,
      value.replace(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign)),
    ],
  );
  return Object.fromEntries(labels);
}

/** A metric family that is marked as deprecated. */
export interface DeprecatedFamily {
  readonly name: string;
  readonly stability: 'ALPHA' | 'BETA' | 'STABLE';
  /** The minor version of the release that deprecated it. */
  readonly minor: number;
}

/** Every metric family whose description says that it is deprecated, in either of the two usual forms. */
export function deprecationsOf(page: string): DeprecatedFamily[] {
  const form = /^# HELP (\w+) \[(ALPHA|BETA|STABLE)\] \(Deprecated (?:from|since) 1\.(\d+)(?:\.\d+)?\)/gm;
  return [...page.matchAll(form)].map(([, name = '', stability, minor]) => ({
    name,
    stability: stability as DeprecatedFamily['stability'],
    minor: Number(minor),
  }));
}
