# The density of density.mjs by the command: schema, link and budget are declared before anybody looks at the records.
# On the page the same is: open eruptions.csv, declare waiting from 30 to 110 min, h = 5, and press Release.

npx -p curveil-core curveil plan --link waiting.link      # errors of the link's plan=…, which no record is read for
npx -p curveil-core curveil release --link waiting.link --schema eruptions.schema.json \
  --data eruptions.csv --ledger ledger.json --budget 2,1e-5
npx -p curveil-core curveil check release-density.zip
npx -p curveil-core curveil simulate release-density.zip --count 1000 --seed 1 > draws.csv
