// Metric families in Prometheus text format, each sample with the time of its measurement. For metrics that are measured at
// each scrape; `shared/process/metric/metrics.ts` keeps the program's own. Pure.

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  /** Undefined: not measured, and left out. */
  readonly value: number | undefined;
  /** Milliseconds since the epoch; undefined: now. */
  readonly at?: number | undefined;
}

export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** A family without a measured sample is left out. */
export function expositionText(families: readonly Family[]): string {
  return families.map(textOf).join('');
}

export function seconds(nanoseconds: number | undefined): number | undefined {
  return nanoseconds === undefined ? undefined : nanoseconds / 1e9;
}

function textOf({ name, type, help, samples }: Family): string {
  const lines = samples
    .filter(({ value }) => value !== undefined)
    .map(({ labels, value, at }) => `${name}${labelsOf(labels)} ${value}${at === undefined ? '' : ` ${at}`}\n`);
  if (lines.length === 0) return '';
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
