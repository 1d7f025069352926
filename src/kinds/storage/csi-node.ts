/**
 * storage.k8s.io/v1 CSINode: the storage drivers on a node, which its kubelet writes down.
 *
 * @module
 */
import type { CSINode, CSINodeDriver } from "../../api/types/storage-v1.ts";
import { type Demand, each, notNegative, required, text, whenSet } from "../../rule/demand.ts";
import { unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { driverName } from "../core/volume-source-checks.ts";
import { kind } from "../kind.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { driverNodeColumns } from "./columns.ts";

const maxNodeIdBytes = 256;

const nodeId: Demand<string> = (id, place) => {
  if (utf8Length(id) > maxNodeIdBytes) place.say(`must have at most ${maxNodeIdBytes} bytes`);
};

const qualifiedName = text(validateQualifiedName);

const topologyKey: Demand<string> = (key, place) => {
  if (key === "") place.required("must not be empty");
  else qualifiedName(key, place);
};

const topologyKeys: Demand<readonly string[]> = (keys, place) => {
  each(keys, place, topologyKey);
  unique(keys, place, {
    textOf: (key) => key,
    placeOf: (item) => item,
    message: (key) => `must be unique; got ${key} again`,
  });
};

const checkDriver: Demand<CSINodeDriver> = (driver, place) => {
  required(driver.name, place.at("name"), driverName);
  required(driver.nodeID, place.at("nodeID"), nodeId);
  whenSet(driver.topologyKeys, place.at("topologyKeys"), topologyKeys);
  notNegative(driver.allocatable?.count, place.at("allocatable", "count"));
};

const drivers = rule<CSINode>(
  {
    id: "csi-node/drivers",
    severity: "error",
    summary: "a driver has a unique name and a node ID",
  },
  ({ spec }, place) => {
    const at = place.at("spec", "drivers");
    each(spec?.drivers, at, checkDriver);
    unique(spec?.drivers, at, {
      textOf: ({ name }) => name,
      placeOf: (item) => item.at("name"),
      message: (name) => `must be unique; got ${name} again`,
    });
  },
);

const fixed = rule<CSINode>(
  {
    id: "csi-node/immutable",
    severity: "error",
    summary: "a driver that stays on a node keeps its node ID and topology keys",
  },
  ({ spec }, place, visit) => {
    const stored = visit.oldObject?.spec?.drivers ?? [];
    const mayGrow = visit.isEnabled("MutableCSINodeAllocatableCount");
    for (const [index, driver] of (spec?.drivers ?? []).entries()) {
      const before = stored.find(({ name }) => name === driver.name);
      if (!before || semanticEqual(comparable(before, mayGrow), comparable(driver, mayGrow))) continue;
      place.at("spec", "drivers", index).say(`field is immutable${mayGrow ? ", except `allocatable`" : ""}`, {
        field: ["spec", "drivers"],
      });
    }
  },
);

function comparable(driver: CSINodeDriver, mayGrow: boolean): CSINodeDriver {
  if (!mayGrow) return driver;
  const { allocatable: _, ...rest } = driver;
  return rest;
}

export const csiNode = kind("storage/v1.CSINode", {
  rules: [drivers, fixed],
  resource: { columns: driverNodeColumns, ...statusAlone },
});
