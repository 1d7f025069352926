import { openMemoryStorage } from "../../src/storage/memory.ts";
import { storageContract } from "./contract.ts";

storageContract(async () => openMemoryStorage(), { runs: 300, raceRounds: 10_000 });
