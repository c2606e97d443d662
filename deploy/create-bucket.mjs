// Creates the bucket of compose.yaml and enables versioning. Waits until the S3 server responds.
import { setTimeout as delay } from "node:timers/promises";
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from "@aws-sdk/client-s3";

const { S3_ENDPOINT, S3_BUCKET: Bucket, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
const credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
const client = new S3Client({ endpoint: S3_ENDPOINT, region: "us-east-1", forcePathStyle: true, credentials });

async function createBucket() {
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
  } catch (error) {
    if (!/^BucketAlready/.test(error.name)) throw error;
  }
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
}

for (;;) {
  try {
    await createBucket();
    break;
  } catch (error) {
    // A response other than a server error is permanent: wrong credentials, or the bucket of another owner.
    if ((error.$metadata?.httpStatusCode ?? 500) < 500) throw error;
    console.log(`The bucket could not be created yet: ${error.message}`);
    await delay(1_000);
  }
}
