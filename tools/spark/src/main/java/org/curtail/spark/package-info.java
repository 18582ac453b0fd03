/**
 * Recordings of traces on Apache Spark: {@link org.curtail.spark.SparkEngine}. The command finds it
 * through {@link org.curtail.spark.SparkStarter}, if this module is present.
 */
@NullMarked
package org.curtail.spark;

import org.jspecify.annotations.NullMarked;
