// Before the tests of `npm run fuzz` and `npm run journeys`.
process.env["FUZZ"] = "all";
