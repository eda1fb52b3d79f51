// The calls and messages of etcd's v3 API (package etcdserverpb) that the engine speaks, by field numbers. Fields that
// this client does not use are left out; the codec skips them.

import {
  boolShape,
  bytesShape,
  countShape,
  field,
  int32Shape,
  int64Shape,
  listOf,
  message,
  type MessageOf,
  stringShape,
  type WireMessage,
} from '../../../shared/codec/protobuf/wire-codec.ts';

/** A unary call: where it goes, what it takes, what it answers. */
export interface EtcdCall<Q, A> {
  readonly path: string;
  readonly request: WireMessage<Q>;
  readonly response: WireMessage<A>;
}

const header = message('ResponseHeader', { revision: field(3, countShape) });

const keyValue = message('KeyValue', {
  key: field(1, stringShape),
  modRevision: field(3, countShape),
  value: field(5, bytesShape),
});
export type KeyValue = MessageOf<typeof keyValue>;

const rangeRequest = message('RangeRequest', {
  key: field(1, stringShape),
  rangeEnd: field(2, bytesShape),
  limit: field(3, countShape),
  revision: field(4, countShape),
  countOnly: field(9, boolShape),
});
const rangeResponse = message('RangeResponse', {
  header: field(1, header.shape),
  kvs: field(2, listOf(keyValue.shape)),
  count: field(4, countShape),
});
export const range: EtcdCall<MessageOf<typeof rangeRequest>, MessageOf<typeof rangeResponse>> = {
  path: '/etcdserverpb.KV/Range',
  request: rangeRequest,
  response: rangeResponse,
};

const putRequest = message('PutRequest', {
  key: field(1, stringShape),
  value: field(2, bytesShape),
  lease: field(3, int64Shape),
});
const deleteRequest = message('DeleteRangeRequest', { key: field(1, stringShape) });
/** One of the three. */
const requestOp = message('RequestOp', {
  range: field(1, rangeRequest.part),
  put: field(2, putRequest.part),
  remove: field(3, deleteRequest.part),
});
const responseOp = message('ResponseOp', { range: field(1, rangeResponse.shape) });

/** `result` 0: equal. */
const compare = message('Compare', {
  result: field(1, int32Shape),
  target: field(2, int32Shape),
  key: field(3, stringShape),
  modRevision: field(6, countShape),
});
/** The target of a comparison of the revision of a key; 0 there: the key does not exist. */
export const compareModRevision = 2;

const txnRequest = message('TxnRequest', {
  compare: field(1, listOf(compare.part)),
  success: field(2, listOf(requestOp.part)),
  failure: field(3, listOf(requestOp.part)),
});
const txnResponse = message('TxnResponse', {
  header: field(1, header.shape),
  succeeded: field(2, boolShape),
  responses: field(3, listOf(responseOp.shape)),
});
export const txn: EtcdCall<MessageOf<typeof txnRequest>, MessageOf<typeof txnResponse>> = {
  path: '/etcdserverpb.KV/Txn',
  request: txnRequest,
  response: txnResponse,
};

const compactionRequest = message('CompactionRequest', { revision: field(1, countShape) });
const compactionResponse = message('CompactionResponse', { header: field(1, header.shape) });
export const compaction: EtcdCall<MessageOf<typeof compactionRequest>, MessageOf<typeof compactionResponse>> = {
  path: '/etcdserverpb.KV/Compact',
  request: compactionRequest,
  response: compactionResponse,
};

/** Seconds; the identifier is chosen by etcd. */
const leaseGrantRequest = message('LeaseGrantRequest', { ttl: field(1, countShape) });
const leaseGrantResponse = message('LeaseGrantResponse', { id: field(2, int64Shape) });
export const leaseGrant: EtcdCall<MessageOf<typeof leaseGrantRequest>, MessageOf<typeof leaseGrantResponse>> = {
  path: '/etcdserverpb.Lease/LeaseGrant',
  request: leaseGrantRequest,
  response: leaseGrantResponse,
};

const statusRequest = message('StatusRequest', {});
const statusResponse = message('StatusResponse', { version: field(2, stringShape) });
/** Of the member that answers. */
export const memberStatus: EtcdCall<object, MessageOf<typeof statusResponse>> = {
  path: '/etcdserverpb.Maintenance/Status',
  request: statusRequest,
  response: statusResponse,
};

const watchCreateRequest = message('WatchCreateRequest', {
  key: field(1, stringShape),
  rangeEnd: field(2, bytesShape),
  startRevision: field(3, countShape),
  progressNotify: field(4, boolShape),
  prevKv: field(6, boolShape),
  fragment: field(8, boolShape),
});
const watchProgressRequest = message('WatchProgressRequest', {});

export const watchPath = '/etcdserverpb.Watch/Watch';
/** One of the two. */
export const watchRequest = message('WatchRequest', {
  create: field(1, watchCreateRequest.part),
  progress: field(3, watchProgressRequest.part),
});

/** `type` 1: the key was removed. */
const event = message('Event', {
  type: field(1, int32Shape),
  kv: field(2, keyValue.shape),
  prevKv: field(3, keyValue.shape),
});
export type WatchEvent = MessageOf<typeof event>;
export const removed = 1;

export const watchResponse = message('WatchResponse', {
  header: field(1, header.shape),
  created: field(3, boolShape),
  canceled: field(4, boolShape),
  compactRevision: field(5, countShape),
  cancelReason: field(6, stringShape),
  /** More events of the same revisions come in the next response. */
  fragment: field(7, boolShape),
  events: field(11, listOf(event.shape)),
});
export type WatchResponse = MessageOf<typeof watchResponse>;
