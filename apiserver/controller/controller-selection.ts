// Which controllers run (`--controllers`): a list of names, where `*` stands for those that run by default, and a leading
// `-` takes one away. The names are those that operators of this API know.

const controllerNames = [
  'bootstrapsigner',
  'clusterrole-aggregation',
  'csrapproving',
  'csrcleaner',
  'csrsigning',
  'garbagecollector',
  'namespace',
  'nodelifecycle',
  'podgc',
  'pv-protection',
  'pvc-protection',
  'resourcequota',
  'root-ca-cert-publisher',
  'scheduler',
  'serviceaccount',
  'serviceaccount-token',
  'tokencleaner',
  'validatingadmissionpolicy-status',
  'volumeattributesclass-protection',
] as const;

export type ControllerName = (typeof controllerNames)[number];

/** The longer names that are in use for the same. */
const longNames: ReadonlyMap<string, ControllerName> = new Map([
  ['bootstrap-signer-controller', 'bootstrapsigner'],
  ['certificatesigningrequest-approving-controller', 'csrapproving'],
  ['certificatesigningrequest-cleaner-controller', 'csrcleaner'],
  ['certificatesigningrequest-signing-controller', 'csrsigning'],
  ['clusterrole-aggregation-controller', 'clusterrole-aggregation'],
  ['garbage-collector-controller', 'garbagecollector'],
  ['namespace-controller', 'namespace'],
  ['node-lifecycle-controller', 'nodelifecycle'],
  ['persistentvolume-protection-controller', 'pv-protection'],
  ['persistentvolumeclaim-protection-controller', 'pvc-protection'],
  ['pod-garbage-collector-controller', 'podgc'],
  ['resourcequota-controller', 'resourcequota'],
  ['root-ca-certificate-publisher-controller', 'root-ca-cert-publisher'],
  ['serviceaccount-controller', 'serviceaccount'],
  ['serviceaccount-token-controller', 'serviceaccount-token'],
  ['token-cleaner-controller', 'tokencleaner'],
  ['validatingadmissionpolicy-status-controller', 'validatingadmissionpolicy-status'],
  ['volumeattributesclass-protection-controller', 'volumeattributesclass-protection'],
]);

/** Those that run only when they are named (BOOT-025, BOOT-027); a scheduler is most often a program of its own. */
const offByDefault: ReadonlySet<string> = new Set<ControllerName>(['bootstrapsigner', 'scheduler', 'tokencleaner']);

export const selectableControllers: readonly ControllerName[] = controllerNames;

/** An element of the list, with the short name of the controller; undefined when it names none. */
export function parseControllerChoice(text: string): string | undefined {
  if (text === '*') return text;
  const sign = text.startsWith('-') ? '-' : '';
  const given = text.slice(sign.length);
  const name = longNames.get(given) ?? controllerNames.find((one) => one === given);
  return name === undefined ? undefined : `${sign}${name}`;
}

export interface ControllerSelection {
  readonly runs: (name: ControllerName) => boolean;
  /** Whether none of them runs, all that run by default, or something else. */
  readonly extent: 'none' | 'default' | 'some';
}

/** A removed name stays removed, at any place in the list; the order does not matter. */
export function controllerSelection(choices: readonly string[] = ['*']): ControllerSelection {
  const chosen = new Set(choices);
  const runs = (name: ControllerName): boolean =>
    !chosen.has(`-${name}`) && (chosen.has(name) || (chosen.has('*') && !offByDefault.has(name)));
  const running = controllerNames.filter(runs);
  const whole = controllerNames.every((name) => offByDefault.has(name) || running.includes(name));
  return { runs, extent: running.length === 0 ? 'none' : whole ? 'default' : 'some' };
}
