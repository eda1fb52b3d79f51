// What only a node, a pod or a service can answer: sub-resources that connect.

import { failure } from '../../shared/object/errors.ts';
import type { ConnectHandler } from '../registry/context/registry-dependencies.ts';
import { readLog } from './pod-log.ts';
import { streamOfPod } from './pod-streams.ts';
import { proxyTo } from './proxy.ts';
import type { ConnectSettings } from './settings.ts';

export function makeNodeForward(settings: ConnectSettings): ConnectHandler {
  return (request) => {
    const { resource, subresource } = request;
    const name = subresource?.name;
    if (name === 'proxy') return proxyTo(settings, request);
    if (resource.name === 'pods' && name === 'log') return readLog(settings, request);
    if (resource.name === 'pods' && (name === 'exec' || name === 'attach' || name === 'portforward')) {
      return streamOfPod(settings, request, name);
    }
    throw failure('MethodNotAllowed', `${resource.name}/${name ?? ''} connects to nothing`);
  };
}
