// SPDX-License-Identifier: GPL-2.0
/*
 * tea_sysfs.c - the PMU's attributes in sysfs
 *
 *	format/	fields of perf_event_attr.config
 *	events/	named events, with unit and scale: those that the units have
 *	caps/	fields of the unit's capabilities, and the driver's features
 *	psv/	bit, name and meaning of each event of a signature
 *
 * Those of tagged instructions are all known beforehand.
 */
#include <linux/device.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <linux/stringify.h>
#include <linux/sysfs.h>

#include "tea_pmu.h"
#include "tea_names.h"

static ssize_t caps_print(const struct device_attribute *attr, char *page, u64 caps)
{
	const struct dev_ext_attribute *ext = container_of(attr, struct dev_ext_attribute, attr);
	const unsigned long field = (unsigned long)ext->var;

	return sysfs_emit(page, "%u\n",
			  (unsigned int)((caps >> field % 64) & GENMASK(field / 64 - 1, 0)));
}

static ssize_t caps_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return caps_print(attr, page, to_tea_pmu(dev_get_drvdata(dev))->unit.caps);
}

static ssize_t caps2_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return caps_print(attr, page, to_tea_pmu(dev_get_drvdata(dev))->unit.caps2);
}

static ssize_t version_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const u64 caps = to_tea_pmu(dev_get_drvdata(dev))->unit.caps;

	return sysfs_emit(page, "%u.%u\n", (unsigned int)TEA_CAPS_MAJOR(caps),
			  (unsigned int)TEA_CAPS_MINOR(caps));
}

static ssize_t events_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const u64 caps = to_tea_pmu(dev_get_drvdata(dev))->unit.caps;

	return sysfs_emit(page, "%#x\n", (unsigned int)TEA_CAPS_EVENTS(caps));
}

static ssize_t text_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct dev_ext_attribute *ext = container_of(attr, struct dev_ext_attribute, attr);

	return sysfs_emit(page, "%s\n", (const char *)ext->var);
}

#define TEA_ATTRIBUTE(name, show, value) \
	(&((struct dev_ext_attribute[]) { \
		{ __ATTR(name, 0444, show, NULL), (void *)(value) } \
	})[0].attr.attr)

static struct attribute *tea_format_attrs[] = {
#define TEA_X(field, low, high) TEA_ATTRIBUTE(field, text_show, "config:" #low "-" #high),
	TEA_FIELDS(TEA_X)
#undef TEA_X
	TEA_ATTRIBUTE(mmode, text_show, "config1:0"),
	NULL
};

/* So many bits from there on. */
#define TEA_CAPS_ATTRIBUTE(name, show, shift, bits) \
	TEA_ATTRIBUTE(name, show, (shift) + 64 * (bits))

/* Samples are of the very instruction: precise_ip is as high as perf has it. */
static struct attribute *tea_caps_attrs[] = {
	TEA_ATTRIBUTE(version, version_show, NULL),
	TEA_ATTRIBUTE(events, events_show, NULL),
	TEA_ATTRIBUTE(max_precise, text_show, "3"),
	TEA_CAPS_ATTRIBUTE(interrupt, caps_show, 16, 8),
	TEA_CAPS_ATTRIBUTE(slots, caps_show, 24, 8),
	TEA_CAPS_ATTRIBUTE(stacks, caps2_show, 0, 4),
	TEA_CAPS_ATTRIBUTE(countdowns, caps2_show, 4, 3),
	TEA_CAPS_ATTRIBUTE(branch_records, caps2_show, 12, 1),
	TEA_CAPS_ATTRIBUTE(memory, caps2_show, 14, 1),
	TEA_CAPS_ATTRIBUTE(width, caps2_show, 16, 8),
	TEA_CAPS_ATTRIBUTE(flops, caps2_show, 24, 8),
	TEA_CAPS_ATTRIBUTE(counter_bits, caps2_show, 32, 8),
	TEA_CAPS_ATTRIBUTE(estimates, caps2_show, 40, 1),
	NULL
};

static struct attribute *tea_psv_attrs[] = {
#define TEA_X(bit, id, name, sysfs, text) \
	TEA_ATTRIBUTE(sysfs, text_show, __stringify(bit) " " name " " text),
	TEA_EVENTS(TEA_X)
#undef TEA_X
	NULL
};

/* Events are in the order of their bits. */
static umode_t tea_psv_visible(struct kobject *kobj, struct attribute *attr, int bit)
{
	const u64 caps = to_tea_pmu(dev_get_drvdata(kobj_to_dev(kobj)))->unit.caps;

	return TEA_CAPS_EVENTS(caps) >> bit & 1 ? attr->mode : 0;
}

/* What few units do is there only where they do it. */
static umode_t tea_caps_visible(struct kobject *kobj, struct attribute *attr, int number)
{
	const u64 caps2 = to_tea_pmu(dev_get_drvdata(kobj_to_dev(kobj)))->unit.caps2;

	return strcmp(attr->name, "estimates") || caps2 & TEA_CAPS2_ESTIMATES ? attr->mode : 0;
}

static const struct attribute_group tea_format_group = { .name = "format",
							 .attrs = tea_format_attrs };
static const struct attribute_group tea_caps_group = { .name = "caps", .attrs = tea_caps_attrs,
						       .is_visible = tea_caps_visible };
static const struct attribute_group tea_psv_group = { .name = "psv", .attrs = tea_psv_attrs,
						      .is_visible = tea_psv_visible };

/* Of tagged instructions */

static struct attribute *tea_tagged_format_attrs[] = {
#define TEA_X(word, field, low, high) TEA_ATTRIBUTE(field, text_show, #word ":" #low "-" #high),
	TEA_PDIS_FIELDS(TEA_X)
#undef TEA_X
	NULL
};

static struct attribute *tea_tagged_event_attrs[] = {
	TEA_ATTRIBUTE(loads, text_show, "load=1"),
	TEA_ATTRIBUTE(stores, text_show, "store=1"),
	TEA_ATTRIBUTE(accesses, text_show, "load=1,store=1"),
	TEA_ATTRIBUTE(transfers, text_show, "transfer=1"),
	NULL
};

static struct attribute *tea_tagged_caps_attrs[] = {
	TEA_ATTRIBUTE(draft, text_show, __stringify(TEA_PDIS_DRAFT)),
	TEA_ATTRIBUTE(max_precise, text_show, "3"),
	TEA_CAPS_ATTRIBUTE(interrupt, caps_show, 16, 8),
	NULL
};

static const struct attribute_group tea_tagged_format_group = {
	.name = "format", .attrs = tea_tagged_format_attrs
};

static const struct attribute_group tea_tagged_events_group = {
	.name = "events", .attrs = tea_tagged_event_attrs
};

static const struct attribute_group tea_tagged_caps_group = {
	.name = "caps", .attrs = tea_tagged_caps_attrs
};

static const struct attribute_group *tea_tagged_groups[] = {
	&tea_tagged_format_group, &tea_tagged_events_group, &tea_tagged_caps_group, NULL
};

/* events/ */

/* The files of one event: NAME, NAME.unit, NAME.scale. */
struct tea_files {
	const struct tea_named *named;
	struct device_attribute event, unit, scale;
	char unit_name[TEA_NAME_MAX + sizeof(".unit")];
	char scale_name[TEA_NAME_MAX + sizeof(".scale")];
};

struct tea_sysfs {
	struct tea_names names;
	struct tea_files files[TEA_NAMED_MAX];
	struct attribute *attrs[3 * TEA_NAMED_MAX + 1];
	struct attribute_group events;
	const struct attribute_group *groups[5];
};

static ssize_t event_show(struct device *dev, struct device_attribute *attr, char *page)
{
	char text[TEA_REQUEST_MAX];

	tea_request_print(text, sizeof(text),
			  &container_of(attr, struct tea_files, event)->named->request);
	return sysfs_emit(page, "%s\n", text);
}

static ssize_t unit_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", container_of(attr, struct tea_files, unit)->named->unit);
}

static ssize_t scale_show(struct device *dev, struct device_attribute *attr, char *page)
{
	char text[TEA_SCALE_MAX];

	tea_scale_print(text, sizeof(text),
			container_of(attr, struct tea_files, scale)->named->per_unit);
	return sysfs_emit(page, "%s\n", text);
}

static struct attribute *tea_file_init(struct device_attribute *file, const char *name,
				       ssize_t (*show)(struct device *, struct device_attribute *,
						       char *))
{
	sysfs_attr_init(&file->attr);
	file->attr.name = name;
	file->attr.mode = 0444;
	file->show = show;
	return &file->attr;
}

/* Returns where the next event's attributes go. */
static struct attribute **tea_files_init(struct tea_files *files, const struct tea_named *named,
					 struct attribute **attrs)
{
	files->named = named;
	*attrs++ = tea_file_init(&files->event, named->name, event_show);
	if (!named->unit)
		return attrs;
	snprintf(files->unit_name, sizeof(files->unit_name), "%s.unit", named->name);
	snprintf(files->scale_name, sizeof(files->scale_name), "%s.scale", named->name);
	*attrs++ = tea_file_init(&files->unit, files->unit_name, unit_show);
	*attrs++ = tea_file_init(&files->scale, files->scale_name, scale_show);
	return attrs;
}

static int tea_sysfs_init_named(struct tea_pmu *tea)
{
	struct tea_sysfs *sysfs = devm_kzalloc(tea->dev, sizeof(*sysfs), GFP_KERNEL);
	const struct attribute_group **group;
	struct attribute **attrs;
	unsigned int i;

	if (!sysfs)
		return -ENOMEM;
	tea_names_fill(&sysfs->names, &tea->capabilities, tea->unit.caps2);
	attrs = sysfs->attrs;
	for (i = 0; i < sysfs->names.count; i++)
		attrs = tea_files_init(&sysfs->files[i], &sysfs->names.named[i], attrs);
	sysfs->events.name = "events";
	sysfs->events.attrs = sysfs->attrs;

	group = sysfs->groups;
	*group++ = &tea_format_group;
	*group++ = &tea_caps_group;
	*group++ = &tea_psv_group;
	*group++ = &sysfs->events;
	tea->pmu.attr_groups = sysfs->groups;
	return 0;
}

int tea_sysfs_init(struct tea_pmu *tea)
{
	if (!tea->door->tagged)
		return tea_sysfs_init_named(tea);
	tea->pmu.attr_groups = tea_tagged_groups;
	return 0;
}
