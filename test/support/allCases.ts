// Before the tests of `npm run fuzz`, `sweep` and `journeys`.
process.env["FUZZ"] = "all";
