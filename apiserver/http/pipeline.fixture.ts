// A pipeline over a resource of a few canned objects, for the tests of the transport and the stages.

import { Deadlines } from '../../shared/process/deadlines.ts';
import { createMetrics } from '../../shared/process/metrics.ts';
import { silentLog } from '../../shared/process/log.ts';
import { systemClock } from '../../shared/process/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { anonymousAuthenticator } from '../authentication/anonymous.ts';
import { authenticatorChain } from '../authentication/chain.ts';
import { tokenFileAuthenticator } from '../authentication/token-file.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { Resource, Resources } from '../registry/resource.ts';
import type { AnswerVerb } from '../registry/verb.ts';
import type { Mount } from './answer-path.ts';
import type { Answer } from './exchange-local.ts';
import { pathTable } from './path-table.ts';
import { type PipelineOptions, pipeline, stagesOf } from './pipeline.ts';
import { RequestsUnderWay } from './requests-under-way.ts';

/** Tokens `admin-token` (system:masters), `jane-token`. */
export const tokens = 'admin-token,admin,1,system:masters\njane-token,jane,2,devs';

export interface Scene {
  readonly answer: Answer;
  readonly requests: RequestsUnderWay;
  readonly options: PipelineOptions;
}

export function scene(
  answerVerb: AnswerVerb,
  more: Partial<PipelineOptions> & {
    readonly mounts?: readonly Mount[];
    readonly authorize?: Authorizer['authorize'];
  } = {},
): Scene {
  const requests = new RequestsUnderWay();
  const options: PipelineOptions = {
    vendor: vendorOf('orch'),
    clock: systemClock,
    log: silentLog,
    metrics: createMetrics(),
    authenticator: authenticatorChain([tokenFileAuthenticator(tokens)], anonymousAuthenticator()),
    authorizer: {
      name: 'test',
      authorize: more.authorize ?? mastersOnly,
      rulesFor: () => Promise.resolve({ rules: [], incomplete: false }),
    },
    resources,
    answerVerb,
    findPath: pathTable(more.mounts ?? []),
    requests,
    deadlines: new Deadlines(systemClock),
    ...more,
  };
  return { answer: pipeline(stagesOf(options), options.clock), requests, options };
}

const mastersOnly: Authorizer['authorize'] = ({ user }) =>
  Promise.resolve({ outcome: user.groups.includes('system:masters') ? 'allow' : 'no-opinion', reason: '' });

const things = {
  group: '',
  version: 'v1',
  name: 'things',
  kind: 'Thing',
  namespaced: true,
  verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  subresources: new Map([['status', { name: 'status', verbs: ['get', 'patch', 'update'] }]]),
} as unknown as Resource;

const resources: Resources = {
  all: [things],
  find: (group, version, name) => (group === '' && version === 'v1' && name === 'things' ? things : undefined),
};
