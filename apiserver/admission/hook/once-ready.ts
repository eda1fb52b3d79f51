// A plug-in that knows what it has to refuse only when the server has read the objects that say so: until then, writes wait.

import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';

/** `ready`: resolves when the objects are read, and rejects when they never will be: then writes fail. */
export function onceReady(plugin: AdmissionPlugin, ready: () => Promise<void>): AdmissionPlugin {
  let isReady = false;
  let waiting: Promise<void> | undefined;
  const wait = (): Promise<void> =>
    (waiting ??= ready().then(
      () => {
        isReady = true;
      },
      (error: unknown) => {
        waiting = undefined;
        throw error;
      },
    ));
  const isConcerned = ({ operation, group, resource, subresource, version }: AdmissionAttributes): boolean =>
    plugin.handles(operation, group, resource, subresource, version);
  const step = (phase: 'mutate' | 'validate'): Partial<AdmissionPlugin> => {
    const run = plugin[phase]?.bind(plugin);
    if (run === undefined) return {};
    return {
      [phase]: (...[attributes, request]: Parameters<typeof run>) => {
        if (isReady) return run(attributes, request);
        return wait().then(() => (isConcerned(attributes) ? run(attributes, request) : undefined));
      },
    };
  };
  return {
    name: plugin.name,
    get revision() {
      return (plugin.revision ?? 0) + (isReady ? 1 : 0);
    },
    handles: (...target) => !isReady || plugin.handles(...target),
    ...step('mutate'),
    ...step('validate'),
  };
}
