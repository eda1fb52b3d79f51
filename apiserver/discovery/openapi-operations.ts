// What the methods of resources are called and what they take and return, as data: one row for each verb on an object, on a
// collection, and for each connection. Code generators make the names of their functions of it. Pure.

import type { Verb } from '../registry/contract/resource.ts';
import type { ParameterName } from './openapi-parameters.ts';

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

export interface Operation {
  readonly method: Method;
  /** Value of the action extension. */
  readonly action: string;
  /** First word of the id; with what follows the group version, and what ends it where objects of all namespaces are meant. */
  readonly word: string;
  readonly infix?: 'Collection';
  readonly suffix?: 'List';
  /** What it does, for people; `of` is the kind, or the sub-resource of a kind. */
  readonly says: (of: string) => string;
  /** In the query. */
  readonly parameters: readonly ParameterName[];
  readonly body?: 'object' | 'patch' | 'delete options';
  readonly returns: 'object' | 'list' | 'status' | 'event';
  readonly codes: readonly (200 | 201 | 202)[];
}

const write = ['dryRun', 'fieldManager', 'fieldValidation', 'pretty'] as const;
const remove = [
  'dryRun',
  'gracePeriodSeconds',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'pretty',
  'propagationPolicy',
] as const;
const select = [
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'pretty',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'timeoutSeconds',
] as const;
const list = [...select, 'allowWatchBookmarks', 'watch'] as const;

const create: Operation = {
  method: 'post',
  action: 'post',
  word: 'create',
  says: (of) => `Creates one ${of}.`,
  parameters: write,
  body: 'object',
  returns: 'object',
  codes: [200, 201, 202],
};

/** A verb without a row is not offered on an object. */
export const onObjects: Partial<Record<Verb, Operation>> = {
  get: {
    method: 'get',
    action: 'get',
    word: 'read',
    says: (of) => `Reads one ${of}.`,
    parameters: ['pretty'],
    returns: 'object',
    codes: [200],
  },
  update: {
    method: 'put',
    action: 'put',
    word: 'replace',
    says: (of) => `Replaces one ${of}.`,
    parameters: write,
    body: 'object',
    returns: 'object',
    codes: [200, 201],
  },
  patch: {
    method: 'patch',
    action: 'patch',
    word: 'patch',
    says: (of) => `Changes some fields of one ${of}.`,
    parameters: [...write, 'force'],
    body: 'patch',
    returns: 'object',
    codes: [200, 201],
  },
  delete: {
    method: 'delete',
    action: 'delete',
    word: 'delete',
    says: (of) => `Deletes one ${of}.`,
    parameters: remove,
    body: 'delete options',
    returns: 'status',
    codes: [200, 202],
  },
};

/** A verb without a row is not offered on a sub-resource. */
export const onSubresources: Partial<Record<Verb, Operation>> = {
  get: onObjects.get as Operation,
  update: onObjects.update as Operation,
  patch: onObjects.patch as Operation,
  create,
};

/** A verb without a row is not offered on a collection. */
export const onCollections: Partial<Record<Verb, Operation>> = {
  list: {
    method: 'get',
    action: 'list',
    word: 'list',
    says: (of) => `Lists or watches objects of kind ${of}.`,
    parameters: list,
    returns: 'list',
    codes: [200],
  },
  create,
  deletecollection: {
    method: 'delete',
    action: 'deletecollection',
    word: 'delete',
    infix: 'Collection',
    says: (of) => `Deletes all selected objects of kind ${of}.`,
    parameters: [...select, ...remove.filter((name) => name !== 'pretty')],
    body: 'delete options',
    returns: 'status',
    codes: [200],
  },
};

const watch = {
  method: 'get',
  word: 'watch',
  parameters: list,
  returns: 'event',
  codes: [200],
} as const;

/** The older paths of watches. */
export const watchList: Operation = {
  ...watch,
  action: 'watchlist',
  suffix: 'List',
  says: (of) => `Deprecated, see the parameter watch of a list: watches objects of kind ${of}.`,
};
export const watchOne: Operation = {
  ...watch,
  action: 'watch',
  says: (of) => `Deprecated, see the parameters watch and fieldSelector of a list: watches one ${of}.`,
};

/** A sub-resource that is a connection: its parameters, and the methods of one that forwards requests. */
export interface Connection {
  readonly parameters: readonly ParameterName[];
  readonly methods: readonly Method[];
}

const streams = ['container', 'stderr', 'stdin', 'stdout', 'tty'] as const;
const forwards: Connection = {
  parameters: ['path'],
  methods: ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'],
};

/** By the kind of the sub-resource's options. */
export const connections: Readonly<Record<string, Connection>> = {
  PodExecOptions: { parameters: [...streams, 'command'], methods: ['get', 'post'] },
  PodAttachOptions: { parameters: streams, methods: ['get', 'post'] },
  PodPortForwardOptions: { parameters: ['ports'], methods: ['get', 'post'] },
  PodProxyOptions: forwards,
  ServiceProxyOptions: forwards,
  NodeProxyOptions: forwards,
};

/** What differs for kinds of definitions: they have no older paths, and these parameters. */
export const ofCustomKinds: Readonly<Partial<Record<string, readonly ParameterName[]>>> = {
  get: ['pretty', 'resourceVersion'],
  deletecollection: list,
};

/** What the log of a pod takes beside `pretty`. */
export const logParameters = [
  'container',
  'follow',
  'insecureSkipTLSVerifyBackend',
  'limitBytes',
  'pretty',
  'previous',
  'sinceSeconds',
  'stream',
  'tailLines',
  'timestamps',
] as const;
