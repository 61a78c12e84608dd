// Before the tests of `npm run fuzz`.
process.env["FUZZ"] = "all";
