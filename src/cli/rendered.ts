/**
 * Types for the output of kustomize and helm, and for the files from which it was rendered.
 *
 * @module
 */

/** The tools whose output can be vetted. */
export const renderers = ["kustomize", "helm"] as const;
export type Renderer = (typeof renderers)[number];

/** Manifests that a program rendered. */
export interface Rendered {
  /** The kustomization or chart file, to which findings are attributed if the original file is unknown. */
  readonly file: string;
  readonly text: string;
  /** The file from which each document was rendered, named as in reports; undefined if it is unknown. */
  readonly origins: readonly (string | undefined)[];
  /** Whether a value has the same path in the file from which it was rendered. */
  readonly keepsPaths: boolean;
  /** Files with patches, in which values have the same paths. */
  readonly patches: readonly string[];
}

/** A kustomization or chart that was not rendered, and the reason. */
export interface NotRendered {
  readonly file: string;
  readonly reason: string;
  /** True if a program failed; false if clustervet did not run it. */
  readonly isFailure: boolean;
}

export const isRendered = (each: Rendered | NotRendered): each is Rendered => "text" in each;
