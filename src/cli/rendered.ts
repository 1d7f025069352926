/**
 * The text that kustomizations and charts are rendered to, and the files that it comes from.
 *
 * @module
 */

/** The tools whose manifests can be rendered. */
export const renderers = ["kustomize", "helm"] as const;
export type Renderer = (typeof renderers)[number];

/** Manifests that a program made. */
export interface Rendered {
  /** The file that is named where a finding cannot be led back further: the kustomization, or the chart. */
  readonly file: string;
  readonly text: string;
  /** The file that each document is made from, as reports show it; undefined where nothing says. */
  readonly origins: readonly (string | undefined)[];
  /** Whether a value is at the same path in the file that it comes from. */
  readonly keepsPaths: boolean;
  /** Further files of parts of objects, at the same paths. */
  readonly patches: readonly string[];
}

/** Something that was not rendered, and why. */
export interface NotRendered {
  readonly file: string;
  readonly reason: string;
  /** A program failed, which is said; else it was not asked. */
  readonly isFailure: boolean;
}

export const isRendered = (each: Rendered | NotRendered): each is Rendered => "text" in each;
