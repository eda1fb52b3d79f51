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
  'root-ca-cert-publisher',
  'serviceaccount',
  'tokencleaner',
] as const;

export type ControllerName = (typeof controllerNames)[number];

/** Those that run only when they are named (BOOT-025, BOOT-027). */
const offByDefault: ReadonlySet<string> = new Set<ControllerName>(['bootstrapsigner', 'tokencleaner']);

export const selectableControllers: readonly ControllerName[] = controllerNames;

/** An element of the list, as it was; undefined when it names no controller. */
export function parseControllerChoice(text: string): string | undefined {
  return text === '*' || controllerNames.some((name) => name === text.replace(/^-/, '')) ? text : undefined;
}

export interface ControllerSelection {
  runs(name: ControllerName): boolean;
}

/** A name that is taken away stays away, wherever in the list it stands; the order means nothing. */
export function controllerSelection(choices: readonly string[] = ['*']): ControllerSelection {
  const chosen = new Set(choices);
  return {
    runs: (name) => !chosen.has(`-${name}`) && (chosen.has(name) || (chosen.has('*') && !offByDefault.has(name))),
  };
}
