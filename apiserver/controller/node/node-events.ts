// The events that the node controllers record about nodes and pods (requirements NLIFE), in the texts that operators know.

import type { EventRecorder, EventSubject } from '../../../shared/client/event/event-recorder.ts';
import type { Node, Pod } from './node-form.ts';

export class NodeEvents {
  readonly #recorder: EventRecorder;

  constructor(recorder: EventRecorder) {
    this.#recorder = recorder;
  }

  registered(node: Node): void {
    const { name = '' } = node.metadata;
    this.#node(node, 'RegisteredNode', `Node ${name} event: Registered Node ${name} in Controller`);
  }

  removed(node: Node): void {
    const { name = '' } = node.metadata;
    this.#node(node, 'RemovingNode', `Node ${name} event: Removing Node ${name} from Controller`);
  }

  notReady(node: Node): void {
    this.#node(node, 'NodeNotReady', `Node ${node.metadata.name ?? ''} status is now: NodeNotReady`);
  }

  podNotReady(pod: Pod): void {
    this.#recorder.record({
      subject: podSubject(pod),
      type: 'Warning',
      reason: 'NodeNotReady',
      message: 'Node is not ready',
    });
  }

  podDeleted(pod: Pod): void {
    const { namespace = '', name = '' } = pod.metadata;
    const message = `Marking for deletion Pod ${namespace}/${name}`;
    this.#recorder.record({ subject: podSubject(pod), type: 'Normal', reason: 'TaintManagerEviction', message });
  }

  #node(node: Node, reason: string, message: string): void {
    const { name = '', uid } = node.metadata;
    const subject: EventSubject = { apiVersion: 'v1', kind: 'Node', name, ...(uid === undefined ? {} : { uid }) };
    this.#recorder.record({ subject, type: 'Normal', reason, message });
  }
}

function podSubject({ metadata: { name = '', namespace = 'default', uid } }: Pod): EventSubject {
  return { apiVersion: 'v1', kind: 'Pod', name, namespace, ...(uid === undefined ? {} : { uid }) };
}
