// The shape of the requirement catalogue. A requirement is one testable statement of the specification, with a stable
// id, the place it comes from and how it can be observed. This file imports nothing else of ours.

/** What a requirement is about. */
export type RequirementKind =
  | 'semantics'
  | 'field'
  | 'negative'
  | 'format'
  | 'flag'
  | 'permission'
  | 'path'
  | 'default'
  | 'status-code'
  | 'limit'
  | 'verb'
  | 'header'
  | 'ordering'
  | 'transition'
  | 'metric';

/** Who has to meet it. */
export type RequirementSubject = 'apiserver' | 'agent' | 'client' | 'controller' | 'suite';

/** `must` a flat statement, `should` advice or an inference, `may` a freedom. */
export type RequirementLevel = 'must' | 'should' | 'may';

/**
 * How it can be seen: `black-box` with a running process, `start-up` with control of flags and files of the process,
 * `white-box` not from outside, `paper` nothing to run (release policy, advice, freedom).
 */
export type Observation = 'black-box' | 'start-up' | 'white-box' | 'paper';

/** One requirement as it stands in the data. */
export interface RequirementRow {
  /** `PREFIX-NNN`, with a final `U` for a question that the documents leave open. */
  readonly id: string;
  readonly kind: RequirementKind;
  readonly subject: RequirementSubject;
  readonly level: RequirementLevel;
  readonly observe: Observation;
  /** Requirements that say the same elsewhere in the documents; evidence for one of them is evidence for this. */
  readonly sameAs?: readonly string[];
  /**
   * Why no case can show it, where that does not follow from `subject` and `observe`: a part of the product that comes
   * later, a subject that no longer exists. It ends where a case begins.
   */
  readonly noCase?: string;
  /** The requirement in the suite's own words, with placeholders for vendor names. Absent: not worded yet. */
  readonly statement?: string;
}

/** Consecutive requirements that come from one section of one document. */
export interface SectionRows {
  /** 1: object model, endpoints and versioning; 2: access, node agent and node status. */
  readonly document: 1 | 2;
  /** Titles from the outermost section to the innermost, joined by ` > `; may hold placeholders. */
  readonly section: string;
  readonly requirements: readonly RequirementRow[];
}

/** All requirements of one area. */
export interface AreaRows {
  readonly area: string;
  readonly prefix: string;
  /** How many there must be; a guard against losing one in an edit. */
  readonly count: number;
  /** What `noCase` says for every requirement of the area that has neither a case nor a reason of its own. */
  readonly noCase?: string;
  readonly sections: readonly SectionRows[];
}

/** A requirement with its place. */
export interface Requirement extends RequirementRow {
  readonly area: string;
  readonly document: 1 | 2;
  readonly section: string;
}
