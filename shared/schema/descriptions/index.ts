// The descriptions of every group, by the group as a template; `core` is the group without a name.

import { authentication, authorization, certificates, rbac } from './access.ts';
import { core } from './core.ts';
import { device } from './device.ts';
import { responses, serverVersion } from './document.ts';
import { admissionregistration, apiextensions, apiregistration, flowcontrol } from './extension.ts';
import { anyGroup, coordination, events, meta, node, scheduling } from './meta.ts';
import { discovery, networking } from './networking.ts';
import { pod } from './pod.ts';
import { storage, volume } from './volume.ts';
import { apps, autoscaling, batch, policy } from './workloads.ts';

export const descriptionTexts: Readonly<Record<string, readonly string[]>> = {
  '*': [anyGroup],
  'admissionregistration.{api}': [admissionregistration],
  'apiextensions.{api}': [apiextensions],
  'apiregistration.{api}': [apiregistration],
  apps: [apps],
  'authentication.{api}': [authentication],
  'authorization.{api}': [authorization],
  autoscaling: [autoscaling],
  batch: [batch],
  'certificates.{api}': [certificates],
  'coordination.{api}': [coordination],
  core: [core, pod, volume],
  'discovery.{api}': [discovery],
  'events.{api}': [events],
  'flowcontrol.apiserver.{api}': [flowcontrol],
  meta: [meta, responses],
  'networking.{api}': [networking],
  'node.{api}': [node],
  policy: [policy],
  'rbac.authorization.{api}': [rbac],
  'resource.{api}': [device],
  'scheduling.{api}': [scheduling],
  'storage.{api}': [storage],
  version: [serverVersion],
};
