/**
 * Validates the repository that images are pulled from.
 *
 * @module
 */
import type { Place } from "../../rule/place.ts";
import { imageReferenceFault } from "../../text/image-reference.ts";

/** Validates a repository as the beginning of an image reference, `REPOSITORY/NAME:TAG`. */
export function imageRepository(repository: string, place: Place): void {
  if (imageReferenceFault(`${repository}/name:tag`) === undefined) return;
  place.invalid("must be a registry, and a path in it, without scheme and tag", repository, {
    help: "write `registry.example.com/kubernetes`",
  });
}
