// Mutants that perform requests correctly and answer in the wrong form.

import { type Json, type Mutant, type PassingResponse, type PassingRequest, withJson } from '../contract/mutant.ts';

/** A mutant that changes responses. */
function answering(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  answer: (answer: PassingResponse, request: PassingRequest) => PassingResponse,
): Mutant {
  return { id, breaks, noticedBy, start: () => ({ answer }) };
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** Every mutant of this file. */
export const wordingMutants: readonly Mutant[] = [
  answering('accepts-creates', 'A create has one success code.', ['create-status'], (answer, request) =>
    request.method === 'POST' && answer.status < 300 ? { ...answer, status: 202 } : answer,
  ),
  answering('always-warns', 'A warning has a reason.', ['no-warning-on-stable', 'strict-accepts-good'], (answer) => ({
    ...answer,
    headers: { ...answer.headers, warning: '299 - "mind the gap"' },
  })),
  answering('calls-the-core-a-group', 'Objects of the core group are of v1.', ['core-version'], (answer) =>
    withJson(answer, (body) => (body['apiVersion'] === 'v1' ? { ...body, apiVersion: 'core/v1' } : body)),
  ),
  answering('errors-are-tables', 'An error is a Status.', ['error-is-no-table'], (answer) =>
    answer.status >= 400 ? withJson(answer, (body) => ({ ...body, kind: 'Table', rows: [] })) : answer,
  ),
  answering(
    'resources-without-names',
    'A resource is listed with its names and verbs.',
    ['legacy-resources'],
    (answer) =>
      withJson(answer, (body) =>
        body['resources'] === undefined
          ? body
          : {
              ...body,
              resources: listOf(body['resources']).map(
                ({ shortNames: _short, verbs: _verbs, ...resource }) => resource,
              ),
            },
      ),
  ),
  answering('renames-groups', 'Groups have the domain of the vendor.', ['names-carry-the-vendor'], (answer) =>
    withJson(answer, (body) =>
      body['groups'] === undefined
        ? body
        : {
            ...body,
            groups: listOf(body['groups']).map((group) => ({
              ...group,
              name: String(group['name']).replace(/\.\w+\.io$/, '.example'),
            })),
          },
    ),
  ),
  answering('shows-its-inside', 'An error keeps the program to itself.', ['internal-details-stay-inside'], (answer) =>
    answer.status >= 400
      ? withJson(answer, (body) => ({ ...body, message: `${String(body['message'])}\n    at read (server.js:12:3)` }))
      : answer,
  ),
  answering(
    'metrics-stay-for-ever',
    'A deprecated metric goes after three releases.',
    ['deprecated-metrics-are-marked'],
    (answer, { path }) => (path === '/metrics' ? withMetric(answer) : answer),
  ),
  {
    id: 'brings-back-what-is-gone',
    breaks: 'Naming a release brings back the metrics that it hides, and no others.',
    noticedBy: ['hidden-metrics'],
    start: () => {
      let pages = 0;
      return {
        // The case reads the page of the default server first.
        answer: (answer, { path }) => (path === '/metrics' && (pages += 1) > 1 ? withMetric(answer) : answer),
      };
    },
  },
];

function withMetric(answer: PassingResponse): PassingResponse {
  const help =
    '# HELP old_total [STABLE] (Deprecated since 1.20.0) Of long ago.\n# TYPE old_total counter\nold_total 1\n';
  return { ...answer, body: Buffer.concat([Buffer.from(help), answer.body]) };
}
