/** A manifest that was written out → YAML with a comment on each line that its author did not write. */
import type { Document } from "yaml";
import { pointerSteps } from "../read/tree.ts";
import { yamlPackage } from "../read/yaml-parser.ts";
import type { WrittenOut } from "./write-out.ts";

export function annotatedYaml({ manifest, origins }: WrittenOut): string {
  const yaml = yamlPackage();
  const document: Document = new yaml.Document(manifest, { aliasDuplicateObjects: false });
  for (const [pointer, origin] of origins) {
    const node = document.getIn(pointerSteps(pointer), true);
    // An empty map or list says nothing that needs an origin.
    if (yaml.isScalar(node)) node.comment = ` ${origin}`;
    else if (yaml.isCollection(node) && node.items.length > 0) node.commentBefore = ` ${origin}`;
  }
  return document.toString({ lineWidth: 0 });
}
