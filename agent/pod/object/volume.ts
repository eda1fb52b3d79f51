// Volumes of a pod, by the names of the API. Imports nothing else of ours.

export interface KeyToPath {
  readonly key: string;
  readonly path: string;
  readonly mode?: number;
}

export interface DownwardItem {
  readonly path: string;
  readonly mode?: number;
  readonly fieldRef?: { readonly fieldPath: string };
  readonly resourceFieldRef?: { readonly containerName?: string; readonly resource: string; readonly divisor?: string };
}

export interface ProjectedSource {
  readonly configMap?: { readonly name?: string; readonly items?: readonly KeyToPath[]; readonly optional?: boolean };
  readonly secret?: { readonly name?: string; readonly items?: readonly KeyToPath[]; readonly optional?: boolean };
  readonly downwardAPI?: { readonly items?: readonly DownwardItem[] };
  readonly serviceAccountToken?: {
    readonly audience?: string;
    readonly expirationSeconds?: number;
    readonly path: string;
  };
  readonly [other: string]: unknown;
}

/** A name and one source. Of other sources only the name is known. */
export interface Volume {
  readonly name: string;
  readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string };
  readonly hostPath?: { readonly path: string; readonly type?: string };
  readonly configMap?: {
    readonly name?: string;
    readonly items?: readonly KeyToPath[];
    readonly defaultMode?: number;
    readonly optional?: boolean;
  };
  readonly secret?: {
    readonly secretName?: string;
    readonly items?: readonly KeyToPath[];
    readonly defaultMode?: number;
    readonly optional?: boolean;
  };
  readonly downwardAPI?: { readonly items?: readonly DownwardItem[]; readonly defaultMode?: number };
  readonly projected?: { readonly sources?: readonly ProjectedSource[]; readonly defaultMode?: number };
  readonly [other: string]: unknown;
}

export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
  readonly recursiveReadOnly?: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
  readonly mountPropagation?: string;
}
