// Before the tests of `npm run fuzz` and `npm run engines`.
process.env["FUZZ"] = "all";
