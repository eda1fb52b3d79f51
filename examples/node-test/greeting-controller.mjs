// The program under test: writes a greeting into each ConfigMap with the label `app=greeting` that names a person.
import { createInformer, isConflict, isNotFound } from 'orchkit/client';

/** Starts the controller. Returns a function that stops it and resolves when it has stopped. */
export function startGreetingController(client) {
  const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' });
  const informer = createInformer(maps, { labelSelector: 'app=greeting' });
  const stopping = new AbortController();

  const reconcile = async ({ metadata, data = {} }) => {
    const greeting = `Hello, ${data.person ?? 'nobody'}!`;
    if (data.greeting === greeting) return;
    try {
      // The version makes the patch fail if the object has changed; the informer then delivers the newer one.
      const patch = { metadata: { resourceVersion: metadata.resourceVersion }, data: { greeting } };
      await maps.in(metadata.namespace).patch(metadata.name, 'merge', patch);
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  };

  // One change after the other, in their order. An error is reported, and does not stop the controller.
  let work = Promise.resolve();
  const enqueue = (object) => {
    work = work.then(() => reconcile(object)).catch((error) => console.error(`${object.metadata.name}: ${error}`));
  };
  informer.onChange({ added: enqueue, modified: enqueue });
  const running = informer.run(stopping.signal);
  return async () => {
    stopping.abort();
    await running;
    await work;
  };
}
