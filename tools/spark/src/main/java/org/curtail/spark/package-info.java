/**
 * Recordings of traces on Apache Spark: {@link org.curtail.spark.SparkEngine}. The command finds it
 * by its {@link org.curtail.spark.SparkStarter}, if this module is there.
 */
@NullMarked
package org.curtail.spark;

import org.jspecify.annotations.NullMarked;
