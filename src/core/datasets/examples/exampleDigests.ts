/**
 * The digest of an example's table, as `tableDigest` computes it: what ledgers know it by. Examples are public and fixed, so it is a
 * constant, and nobody need sort a million rows for it. Machines may disagree on the last bits of simulated curves; by this
 * constant they agree on the ledger.
 *
 * @returns undefined for an id that is no example's
 */
export function exampleDigest(id: string): string | undefined {
  return digestOf.get(id);
}

/** Several ids may name one table. */
const digests: readonly (readonly [digest: string, ids: string])[] = [
  ["ad0cb5d2f1109662fb9ac8f3974e922d0319558659dffc5a77d25a4e855ccccc", "sleep"],
  ["64b54213a19c7c51a1995b4b00175b5810b0b93040c7edc5fb85e6f3bd6d3a17", "hall-1 hall-2"],
  ["aa745403d08f9e04f837ed3fe64a063406f0c02fd52494d66c2e51bb70853657", "alda-1"],
  ["5ac1b829c94064043a6a55551cdb0a19d6525139d4875aec10d7b7c9a4801ae8", "faithful faithful-2d faithful-wait"],
  ["6de40941ea7d9a157c56bc67ed67772e14e7f02baff7648837e20f6487d9446e", "irises"],
  ["9a164f645d9294a5cdaa67f430dcfb3841f129aebeabd990a81d471e581d83f2", "mixture-2d"],
  ["a9bcf5aa3726434f90da48ced9a01b6298e82253973043522debbb7210386022", "mixture-3d"],
  ["3f53a9d86f0ec05b30fa9a6f81f980f14b6652086a59a2c002d9e343e08186c1", "million"],
  ["1c1cbce646db50af253d80cc2ac514daa8049469f315f256661bada83c4c10a9", "alda-2"],
  ["69df5b8147c0a1d9121c34a3c18766d0acfb8f77baa0289846dda0bb369369c7", "hall-3"],
  ["2198be51f2a4b547a2bf91f1fde391a795ef8c0e4c8035bb56b75e985c3229a3", "moons"],
  ["f00d9034b0c2144fd2eebe6af927c644808f92983f106f91add58ea6fe14122b", "circles"],
  ["4f967e0c98f174a1d70a6d812f12b4366bcad79272410e10bf77750ec79ba4a4", "iris iris-3 iris-4 iris-sepals"],
  ["0e3090d40d5cbcfe244b7ca69b04e614a0aa1346c9e576e327c10cb6797ba852", "breast-cancer"],
  ["5919eec9fb466b1d64068db9c5f72abaaddf66882ae2d13c35babbc313416780", "cars cars-quantile"],
  ["8e62272767a6f3620095f43bb24e794e4ca946bd2513cae6abff11df3abac23d", "chick-weight"],
  ["afea3413df8132c35f711d3c0d9c39ed2d47ebe7e3fe91f968bb1688c5528806", "tract-profiles"],
  ["dbe85a3d946b9ea94f9401ad568b10faa025b7c4e07948d1d3eada2f895f887e", "trial-arms"],
  [
    "e271fca047699319db7e28980693880e4a5076338cdcf1fc51da8198a0503d2c",
    "mirshani-figure-2 mirshani-figure-3 mirshani-figure-11 mirshani-figure-12",
  ],
  [
    "e81e85336afe566809b3dcacc4b90600d9afccfad244b96f2551c47afe3aa8cf",
    "mirshani-1 mirshani-2 mirshani-3 mirshani-4 mirshani-5 mirshani-6 mirshani-7",
  ],
  [
    "c70fca67f82e21edcf6687e2f9c3d52f286964b22adaba0a35c0364485bae6b9",
    "mirshani-1-e mirshani-2-e mirshani-3-e mirshani-4-e mirshani-5-e mirshani-6-e mirshani-7-e",
  ],
  ["a9c91ac8926c18fb77a8c361964a82b5a6b448ac87feecee67fcc4da9c0db43d", "mirshani-p1.1"],
  ["76e879727095e07270b1a4db7b08ae1143fef113ef14ea1eabaef943388a33e0", "mirshani-p2"],
  ["cdfd5c555c78f68ba25c6cbe1a45e041f5f0184487694022957eec2ffe7454ce", "mirshani-p3"],
  ["4caba18a08ec48243c1a39231d135f721b7771684f0eb8331cedf9195ce03f2b", "mirshani-n5"],
  ["26cad768a4180a83195a37fbbeeb0d11e64a6da8264ac13474b8442e34a9a39a", "mirshani-n10"],
  ["dafe2fa3380c846b66ba525648c82db526a389d63cc4233834b69da064ca1d1d", "mirshani-n50"],
  ["9583d00d7547d0e1d191c21e48b439e4e3bb98def307063ba164ba1359003748", "mirshani-n100"],
  ["84ff6e62765a621ab9d17d2a42328ecdb77e8301a0af769d1b9ab861ce504355", "mirshani-wave"],
  ["f5d63308a89db5510d9a5b93898b0404504272c5cdb1b106702598a4a5b901b2", "mirshani-line"],
  ["cfbe1812102d266599c48e6133ff6cc88db494d01072a6d1149d600945feeb93", "mirshani-bump"],
  ["dc56fcb81898e4a741ed18d1eb2123752a11c7b24ec0fb7ca75f6623fc1bf662", "mirshani-p1.1-e"],
  ["324fb65d7644cefb4ad109cf8aba9632cc042f74e8eac5d8281158cdfcb1f35c", "mirshani-p2-e"],
  ["58b7fa97f742678946414a536fa0a6f53f05c08a2fe8db837d157b9f1f762f49", "mirshani-p3-e"],
  ["5a05639db5090e49a1e534e04d06d1fa08b261452f6de52663fee1394a45eae5", "mirshani-n5-e"],
  ["34a3aafa9fafe8fbd67fc554108944ff030cad35e03a74d22e780fc52bd29e1e", "mirshani-n10-e"],
  ["f6c7fa9e7796b6a2eda61a24b43c513225bbd054db0a34da1b54ccc65cbb3874", "mirshani-n50-e"],
  ["4f101c9a0bc951602e539a81a09b6a1e16525f4f1e4c1ad14df14a146d661440", "mirshani-n100-e"],
  ["06a66c1e0ea4b1d9d785eecee1a40b855e46a4b072cc89f1195dedd148050264", "mirshani-wave-e"],
  ["db522b2d933f415263089e1224706f089637828e25b643254a99865067f0654d", "mirshani-line-e"],
  ["094582759ffcf8a9ccdfb5e44ac12ae219ab6a1fee168f0fc4fefe31f81a1903", "mirshani-bump-e"],
];

const digestOf = new Map(digests.flatMap(([digest, ids]) => ids.split(" ").map((id) => [id, digest] as const)));
