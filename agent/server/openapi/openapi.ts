// The OpenAPI document of the node's API, made from the descriptions of its operations. It is served at `/openapi/v3` and
// shipped, of an agent that runs pods, as `docs/agent-openapi.json`, which `generate-openapi.ts` writes.

import { json } from '../contract/response.ts';
import { type Operation, operationsOf } from './openapi-operations.ts';
import { schemas } from './openapi-schemas.ts';
import type { Endpoint } from '../contract/route.ts';

/** What every operation may answer. */
const common = {
  '401': 'No credentials, or wrong ones.',
  '403': 'The caller may not.',
  '500': 'It failed, or the caller could not be judged. The text says why.',
};

/** Of the node interface that this API follows. */
const version = '1.34.0';

/** Of an agent that serves these. */
export function openApiDocument(served: { readonly streams: boolean }): object {
  const operations = operationsOf(served);
  const patterns = [...new Set(operations.map(({ route }) => split(route).pattern))];
  const paths = patterns.map((pattern) => {
    const own = operations.filter(({ route }) => split(route).pattern === pattern);
    return [pattern, Object.fromEntries(own.map((one) => [split(one.route).method, operationOf(one)]))];
  });
  return {
    openapi: '3.0.3',
    info: { title: 'orch-agent: the API of a node', version },
    paths: Object.fromEntries(paths),
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Checked by the API service; or a client certificate.' },
      },
    },
    security: [{ token: [] }],
  };
}

export function openApiEndpoint(served: { readonly streams: boolean }): Endpoint {
  const answer = json(openApiDocument(served));
  return () => answer;
}

function split(route: string): { readonly method: string; readonly pattern: string } {
  const [method = '', pattern = ''] = route.split(' ');
  return { method: method.toLowerCase(), pattern };
}

function operationOf(operation: Operation): object {
  const inPath = Array.from(split(operation.route).pattern.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = (operation.query ?? []).map(({ name, type, description }) => ({
    name,
    in: 'query',
    description,
    schema: { type },
  }));
  const parameters = [...inPath, ...inQuery];
  return {
    summary: operation.summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: responsesOf(operation),
  };
}

function responsesOf({ answer, others = {} }: Operation): object {
  const failures = Object.entries({ ...common, ...others }).map(([code, description]) => [
    code,
    { description, content: { 'text/plain': { schema: { type: 'string' } } } },
  ]);
  return { ...(answer === undefined ? {} : { '200': successOf(answer) }), ...Object.fromEntries(failures) };
}

function successOf({ type, schema }: NonNullable<Operation['answer']>): object {
  const form = schema === undefined ? {} : { $ref: `#/components/schemas/${schema}` };
  const content = type === 'text/plain' ? { type: 'string' } : form;
  return { description: 'Done.', content: { [type]: { schema: content } } };
}
