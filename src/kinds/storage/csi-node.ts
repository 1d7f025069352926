/**
 * storage.k8s.io/v1 CSINode: the storage drivers on a node, which its kubelet registers.
 *
 * @module
 */
import type { CSINode, CSINodeDriver, StorageHealth } from "../../api/types/storage-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import { type Demand, each, notNegative, oneOf, required, text, whenSet } from "../../rule/demand.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import { atMost } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { emptyRepeats, findRepeats, unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { checkHealthTexts, maxHealthConditions } from "../core/volume-health.ts";
import { driverName } from "../core/volume-source-checks.ts";
import { kind } from "../kind.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { driverNodeColumns } from "./columns.ts";

const maxNodeIdBytes = 256;

const nodeId: Demand<string> = (id, place) => {
  if (utf8Length(id) <= maxNodeIdBytes) return;
  const serverText = `${showGoValue(id)}: must be ${maxNodeIdBytes} characters or less`;
  place.say(`must have at most ${maxNodeIdBytes} bytes`, { serverText });
};

const qualifiedName = text(validateQualifiedName);

const emptyKeyFaults = validateQualifiedName("").map(
  (fault): AlsoNamed => ({ cause: "invalid", serverText: `"": ${fault}` }),
);

const topologyKeys: Demand<readonly string[]> = (keys, place) => {
  unique(keys, place, {
    textOf: (key) => key,
    placeOf: (item) => item,
    message: (key) => `must be unique; got ${key} again`,
  });
  const repeatsOf = emptyRepeats(keys);
  keys.forEach((key, index) => {
    const at = place.at(index);
    if (key !== "") qualifiedName(key, at);
    else at.required("must not be empty", { also: [...repeatsOf(index), ...emptyKeyFaults] });
  });
};

const checkDriver: Demand<CSINodeDriver> = (driver, place) => {
  if (driver.name) driverName(driver.name, place.at("name"));
  required(driver.nodeID, place.at("nodeID"), nodeId);
  whenSet(driver.topologyKeys, place.at("topologyKeys"), topologyKeys);
  notNegative(driver.allocatable?.count, place.at("allocatable", "count"));
};

/**
 * Returns the position of the error about a repeated name: kube-apiserver reports it after the faults of the driver's
 * other fields, but before those of its topology keys.
 */
const repeatErrorPosition = (list: Place<readonly CSINodeDriver[]>, index: number): FieldPath => [
  ...list.at(index, "topologyKeys").path,
  -1,
];

const drivers = rule<CSINode>(
  {
    id: "csi-node/drivers",
    severity: "error",
    summary: "a driver has a unique name and a node ID",
  },
  ({ spec }, place) => {
    const at = place.at("spec", "drivers");
    const list = spec?.drivers ?? [];
    const names = list.map(({ name }) => name);
    const repeatsOf = emptyRepeats(names);
    each(list, at, checkDriver);
    names.forEach((name, index) => {
      const place = at.at(index, "name");
      const repeat = repeatsOf(index).map((also) => ({ ...also, after: repeatErrorPosition(at, index) }));
      if (!name) place.required(undefined, { also: repeat });
    });
    for (const { index, first, text } of findRepeats(names.map((name) => name || undefined))) {
      const after = repeatErrorPosition(at, index);
      at.at(index, "name").duplicate(`must be unique; got ${text} again`, at.at(first, "name"), { after });
    }
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
      if (!before || semanticEqual(immutablePartOf(before, mayGrow), immutablePartOf(driver, mayGrow))) continue;
      place.at("spec", "drivers", index).say(`field is immutable${mayGrow ? ", except `allocatable`" : ""}`, {
        field: ["spec", "drivers"],
      });
    }
  },
);

function immutablePartOf(driver: CSINodeDriver, mayGrow: boolean): CSINodeDriver {
  if (!mayGrow) return driver;
  const { allocatable: _, ...rest } = driver;
  return rest;
}

const storageStates = ["StorageDegraded", "StorageUnreachable"];
const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const volumeModes = ["Block", "Filesystem"];

const health: Demand<StorageHealth> = ({ name, healthConditions = [] }, place) => {
  required(name, place.at("name"), driverName);
  const list = place.at("healthConditions");
  if (!atMost(maxHealthConditions, healthConditions, list)) return;
  for (const [index, condition] of healthConditions.entries()) {
    const { status = "", accessMode, volumeMode } = condition;
    const at = list.at(index);
    if (!storageStates.includes(status)) at.at("status").unsupported(storageStates, status);
    checkHealthTexts(condition, at);
    whenSet(accessMode, at.at("accessMode"), oneOf(accessModes));
    whenSet(volumeMode, at.at("volumeMode"), oneOf(volumeModes));
  }
};

const storageHealth = rule<CSINode>(
  {
    id: "csi-node/storage-health",
    severity: "error",
    summary: "each driver reports the health of its storage once, with known states",
  },
  ({ status }, place, { subresource }) => {
    if (subresource !== "status") return;
    const at = place.at("status", "storageHealth");
    const list = status?.storageHealth ?? [];
    each(list, at, health);
    for (const { index, first, text } of findRepeats(list.map(({ name = "" }) => name))) {
      const serverText = quoteGo(text);
      at.at(index).duplicate(`must be unique; got ${JSON.stringify(text)} again`, at.at(first), { serverText });
    }
  },
);

export const csiNode = kind("storage/v1.CSINode", {
  rules: [drivers, fixed, storageHealth],
  resource: { columns: driverNodeColumns, subresourcesSince: { status: "1.37" }, ...statusOnlyStrategy },
});
